/** Word lists for generated books; see `generate-catalogue.ts`. */
const words = (text: string) => text.trim().split(/\s*,\s*/);

export const adjectives = words(`Silent, Crooked, Amber, Patient, Restless, Hollow, Saffron, Distant, Borrowed, Burning,
  Forgotten, Gentle, Hidden, Indigo, Jasmine, Lonely, Midnight, Narrow, Ordinary, Painted, Quiet, Ruined, Secret, Tidal,
  Unwritten, Velvet, Wandering, Yellow, Broken, Copper, Dusty, Early, Familiar, Golden, Humble, Invisible, Lucky, Minor,
  Northern, Obedient, Paper, Rainy, Salt, Tender, Upper, Vagrant, Winter, Bitter, Clever, Double`);

export const nouns = words(`River, Lantern, Orchard, Letter, Monsoon, Kitchen, Harbour, Mango, Railway, Garden, Ledger,
  Market, Window, Staircase, Banyan, Tailor, Clock, Island, Bridge, Mountain, Market, Thread, Cinema, Temple, Veranda,
  Notebook, Compass, Ferry, Sparrow, Tiger, Elephant, Peacock, Well, Court, School, Weaver, Potter, Drum, Kite, Lamp,
  Mirror, Needle, Ocean, Pilgrim, Queen, Road, Shadow, Song, Tea, Umbrella, Village, Whistle, Almanac, Bazaar, Cartographer,
  Daughter, Engineer, Fisherman, Grandmother, House, Inheritance, Judge, Key, Library, Map, Neighbour, Oath, Postman,
  Question, Recipe, Season, Teacher, Uncle, Violin, Wedding, Year, Zamindar, Algorithm, Economy, Empire, Forest, Grammar,
  History, Ink, Jungle, Language, Machine, Number, Planet, Republic, Science, Theatre, Universe, Voyage`);

export const places = words(`Mysore, Cochin, Benares, Shimla, Pondicherry, Jaipur, Calcutta, Madurai, Lucknow, Panaji,
  Darjeeling, Amritsar, Bhopal, Surat, Hampi, Udaipur, Shillong, Nagpur, Kanpur, Guwahati, Chandigarh, Dehradun, Ooty,
  Alleppey, Kutch, Ladakh, Goa, Bombay, Madras, Delhi, Hyderabad, Pune, Mangalore, Tezpur, Puri, Konark, Gwalior, Jodhpur,
  Almora, Coorg, Malabar, the Deccan, the Sundarbans, the Nilgiris, Kashmir, Lahore, Colombo, Dhaka, Kathmandu, Zanzibar,
  Aden, Rangoon, Malacca, Lisbon, Edinburgh, Trieste, Samarkand, Isfahan, Cairo, Nairobi, Durban, Port Louis, Fiji`);

export const openings =
  words(`A Novel of, Stories from, Notes on, A Life in, Letters from, A Short History of, Travels in,
  Recipes from, The Making of, Walking through, Essays on, Growing up in, The Birds of, A Child's Guide to, Poems from`);

export const givenNames =
  words(`Aarav, Aditi, Ajay, Amrita, Anand, Ananya, Anita, Arjun, Arundhati, Asha, Bina, Chandra,
  Deepa, Devika, Farah, Gauri, Girish, Hari, Imran, Indira, Jaya, Kabir, Kamala, Kavita, Kiran, Lakshmi, Leela, Madhav,
  Maya, Meera, Mohan, Nalini, Nandini, Neel, Nisha, Omar, Padma, Pankaj, Parvati, Pooja, Prakash, Priya, Radha, Rahul,
  Rajesh, Ravi, Rekha, Rohan, Sadia, Salim, Sanjay, Sarita, Shanta, Shyam, Sita, Sudha, Sunil, Suresh, Tara, Usha, Uma,
  Varun, Vikram, Vinod, Yamini, Zoya, Alice, Benjamin, Clara, Daniel, Edith, Frances, George, Hannah, Isaac, Julia, Karl,
  Louise, Martin, Nora, Oscar, Paul, Ruth, Simon, Thomas, Vera, William, Agnes, Bruno, Celeste, Dora, Emil, Flora`);

export const surnames = words(`Acharya, Agarwal, Ahmed, Ali, Bagchi, Banerjee, Basu, Bhat, Bhattacharya, Bose, Chandran,
  Chatterjee, Chaudhuri, Das, Desai, Deshpande, Dutta, Ganguly, Ghosh, Gopalan, Gupta, Hasan, Hegde, Iyer, Iyengar, Jain,
  Joshi, Kamath, Kapoor, Karim, Khan, Krishnan, Kulkarni, Kumar, Mahadevan, Malhotra, Mathew, Mehta, Menon, Mishra, Mitra,
  Mukherjee, Murthy, Naidu, Nair, Narayan, Nayak, Pai, Pandey, Parikh, Patel, Pillai, Prasad, Qureshi, Raghavan, Rai,
  Rajan, Raman, Ranganathan, Rao, Rathore, Reddy, Roy, Saxena, Sen, Sengupta, Shah, Sharma, Shenoy, Shetty, Siddiqui,
  Singh, Sinha, Srinivasan, Subramaniam, Thakur, Thomas, Tripathi, Varghese, Varma, Venkatesh, Verghese, Vyas, Yadav,
  Abbott, Baker, Carter, Dalton, Ellis, Foster, Grant, Hughes, Irving, Jensen, Keller, Lindqvist, Marsh, Novak, Olsen,
  Palmer, Quinn, Rossi, Schmidt, Turner, Ullmann, Vance, Weber, Young, Zimmer, Okafor, Tanaka, Silva, Moreau, Petrov`);

export const publishers = words(`Riverbank Books, Neem Tree Press, Lotus House, Tamarind, Blue Jackal, Harbour & Hill,
  Monsoon Press, Peepal Books, Chinar, Deodar Publishers, Red Fort Press, Saptaparni, Kalpavriksha, Cardamom, Second Class Carriage, Veranda, Marigold Children's Books, Coromandel, Ghats, Banyan Academic, Ashoka University Press, Inkwell,
  Paperboat, Kite & Thread, Brass Lamp, Night Mail, Terracotta, Sandalwood, Seven Sisters, Old Court House`);

export const categories =
  words(`Fiction > Literary fiction, Fiction > Crime and thrillers, Fiction > Historical fiction,
  Fiction > Science fiction and fantasy, Fiction > Short stories, Fiction > Romance, Fiction > Poetry, Fiction > Classics,
  Non-fiction > History, Non-fiction > Biography, Non-fiction > Travel, Non-fiction > Science, Non-fiction > Economics,
  Non-fiction > Philosophy, Non-fiction > Religion, Non-fiction > Cookery, Non-fiction > Nature, Non-fiction > Self-help,
  Non-fiction > Business, Non-fiction > Art, Children > Picture books, Children > Early readers, Children > Ages 9 to 12,
  Children > Young adult, Textbooks > Engineering, Textbooks > Medicine, Textbooks > Law, Textbooks > School`);

export const sentences = `In {place}, a {adjective} {noun} changes everything for a family that never wanted change.
The {noun} had stood there for longer than anybody in {place} could remember.
This is a book about the {noun}, and about the people who live beside it.
With {adjective} wit and great patience the author follows one {noun} from {place} to {place}.
What begins as a search for a lost {noun} becomes an account of a whole generation.
Each chapter opens with a {noun} and ends with a question.
Drawn from letters, court records and long walks through {place}.
A {adjective} story of friendship, {noun} and rain.
The second half moves to {place}, where an old {noun} waits.
Nobody who has ever kept a {noun} will want to miss it.
For readers who like their history told through a {adjective} {noun}.
It asks what a {noun} is worth, and to whom.`.split("\n");
