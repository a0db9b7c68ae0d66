/** Titles and names of the demonstration as readers type them: parts, other orders, initials, numbers, ISBNs, slips. */
export const wantedTitles = `
tomb of sand                         | tomb-of-sand
TOMB OF SAND                         | tomb-of-sand
omb of sa                            | tomb-of-sand
wolf hall                            | wolf-hall
hall wolf                            | wolf-hall
hobbit                               | the-hobbit
the hobbit                           | the-hobbit
a hobbit                             | the-hobbit
fine balance                         | a-fine-balance
suitable boy seth                    | a-suitable-boy
vikram seth boy                      | a-suitable-boy
guide                                | the-guide
the guide narayan                    | the-guide
dune                                 | dune
herbert dune                         | dune
quiet                                | quiet
open                                 | open-andre-agassi
kim                                  | kim
becoming                             | becoming
sapiens                              | sapiens
brief history of humankind           | sapiens
brief history of time                | a-brief-history-of-time
delhi: a novel                       | delhi-a-novel
delhi a novel                        | delhi-a-novel
city of djinns a year in delhi       | city-of-djinns
charlottes web                       | charlottes-web
charlotte's web                      | charlottes-web
charlotte’s web                      | charlottes-web
sultanas dream                       | sultanas-dream-and-padmarag
salt fat acid heat                   | salt-fat-acid-heat
ice candy man                        | ice-candy-man
ice-candy-man                        | ice-candy-man
man eaters                           | man-eaters-of-kumaon
pride & prejudice                    | pride-and-prejudice
crime and punishment                 | crime-and-punishment
crime & punishment                   | crime-and-punishment
swami & friends                      | swami-and-friends
1984                                 | nineteen-eighty-four
nineteen eighty four                 | nineteen-eighty-four
nineteen eighty-four orwell          | nineteen-eighty-four
two states                           | 2-states
2 states                             | 2-states
100 years of solitude                | one-hundred-years-of-solitude
hundred years of solitude            | one-hundred-years-of-solitude
around india in eighty trains        | around-india-in-80-trains
mother of 1084                       | mother-of-1084
4000 weeks                           | four-thousand-weeks
20 love poems                        | twenty-love-poems-and-a-song-of-despair
3 body problem                       | the-three-body-problem
garcia marquez                       | one-hundred-years-of-solitude
márquez solitude                     | one-hundred-years-of-solitude
bronte jane                          | jane-eyre
szymborska                           | view-with-a-grain-of-sand
wislawa szymborska                   | view-with-a-grain-of-sand
le guin                              | the-left-hand-of-darkness
ursula k. le guin                    | the-left-hand-of-darkness
j.r.r. tolkien                       | the-hobbit
jrr tolkien                          | the-hobbit
j r r tolkien                        | the-hobbit
j. r. r. tolkien hobbit              | the-hobbit
r.k. narayan                         | malgudi-days
r k narayan                          | malgudi-days
rk narayan swami                     | swami-and-friends
a.p.j. abdul kalam                   | wings-of-fire
apj abdul kalam                      | wings-of-fire
a p j kalam                          | wings-of-fire
e.b. white                           | charlottes-web
c s lewis caspian                    | prince-caspian
b r ambedkar                         | annihilation-of-caste
house that b j built                 | the-house-that-bj-built
a k ramanujan poems                  | the-collected-poems-of-a-k-ramanujan
kr meera                             | hangwoman
mt vasudevan nair                    | bhima-lone-warrior
rushdie                              | midnights-children
salman rushdie haroun                | haroun-and-the-sea-of-stories
amitav ghosh tide                    | the-hungry-tide
ibis trilogy 2                       | river-of-smoke
ibis 3                               | flood-of-fire
foundation 2                         | foundation-and-empire
asimov second                        | second-foundation
shiva trilogy 3                      | the-oath-of-the-vayuputras
feluda 6                             | the-golden-fortress
narnia 1                             | the-lion-the-witch-and-the-wardrobe
thakur girls 2                       | the-house-that-bj-built
malabar house 2                      | the-dying-day
perveen mistry                       | a-murder-on-malabar-hill
tara books trees                     | the-night-life-of-trees
penguin sainath                      | everybody-loves-a-good-drought
zubaan                               | a-life-less-ordinary
daisy rockwell sand                  | tomb-of-sand
gandhi experiments with truth        | an-autobiography-gandhi
nehru autobiography                  | an-autobiography-nehru
harari                               | sapiens
emperor maladies                     | the-emperor-of-all-maladies
feynman                              | surely-youre-joking-mr-feynman
mr feynman joking                    | surely-youre-joking-mr-feynman
suspect x                            | the-devotion-of-suspect-x
hate u give                          | the-hate-u-give
i lalla                              | i-lalla
978-0-09-957851-2                    | midnights-children
9780099578512                        | midnights-children
0099578514                           | midnights-children
0 09 957851 4                        | midnights-children
isbn 9780099578512                   | midnights-children
tolkein                              | the-hobbit
tolkein hobit                        | the-hobbit
rushdi midnight                      | midnights-children
midnigths children                   | midnights-children
agatha cristie                       | and-then-there-were-none
agatha christei ackroyd              | the-murder-of-roger-ackroyd
pride and predjudice                 | pride-and-prejudice
wuthring heights                     | wuthering-heights
dostoyevsky                          | crime-and-punishment
shakespear                           | macbeth
mahabarata                           | mahabharata-rajagopalachari
arundati roy                         | the-god-of-small-things
arundhati roi                        | the-god-of-small-things
arundati roi                         | the-god-of-small-things
tolkien hobit                        | the-hobbit
wings of fier                        | wings-of-fire
wigns of fire                        | wings-of-fire
abdul kalaam                         | wings-of-fire
salman rushdei                       | midnights-children
midnight's childern                  | midnights-children
vikram sehth                         | a-suitable-boy
a suitible boy                       | a-suitable-boy
george orwel                         | nineteen-eighty-four
jane austin                          | pride-and-prejudice
pride and prejudce                   | pride-and-prejudice
rohinton mistrey                     | a-fine-balance
a fine balence                       | a-fine-balance
yuval noah harrari                   | sapiens
emily bronte wuthering hieghts       | wuthering-heights
dostoevski                           | crime-and-punishment
ruskin bondd                         | the-blue-umbrella
jhumpa lahri                         | interpreter-of-maladies
malgudy days                         | malgudi-days
maximun city                         | maximum-city
very hungry catterpillar             | the-very-hungry-caterpillar
godan                                | godan
godaan                               | godan
गोदान                                | godan
godhan                               | godan
nirmala                              | nirmala
nirmla                               | nirmala
premchand                            | godan
munshi premchand                     | godan
premchand gaban                      | gaban
gabaan                               | gaban
प्रेमचंद                               | godan
raag darbari                         | raag-darbari-gillian-wright
rag darbari                          | raag-darbari-gillian-wright
राग दरबारी                           | raag-darbari
raag darbaari                        | raag-darbari-gillian-wright
तमस                                  | tamas
tamas                                | tamas-daisy-rockwell
taamas                               | tamas-daisy-rockwell
रेत समाधि                            | ret-samadhi
ret samadhi                          | ret-samadhi
जूठन                                 | joothan-hindi
joothan                              | joothan
भीष्म साहनी                            | tamas
bhisham sahni                        | tamas-daisy-rockwell
श्रीलाल शुक्ल                           | raag-darbari
shrilal shukla                       | raag-darbari-gillian-wright
गीतांजलि श्री                           | ret-samadhi
ओमप्रकाश वाल्मीकि                       | joothan-hindi
omprakash valmiki                    | joothan
राही मासूम रज़ा                         | aadha-gaon
rahi masoom raza                     | aadha-gaon
mannu bhandari                       | aapka-bunty
मन्नू भंडारी                            | aapka-bunty
kamleshwar                           | kitne-pakistan
कमलेश्वर                               | kitne-pakistan
gunahon ka devta                     | gunahon-ka-devta
gunaahon ka devtaa                   | gunahon-ka-devta
maila anchal                         | maila-anchal
maila aanchal                        | maila-anchal
suraj ka satvan ghoda                | suraj-ka-satvan-ghoda
sooraj ka saatvaan ghoda             | suraj-ka-satvan-ghoda
deewar mein ek khidki rehti thi      | deewar-mein-ek-khidki-rahti-thi
diwar men ek khidki rahti thi        | deewar-mein-ek-khidki-rahti-thi
ashadh ka ek din                     | ashadh-ka-ek-din
aashaadh ka ek din                   | ashadh-ka-ek-din
madhushala                           | madhushala
madhushaalaa                         | madhushala
मधुशाला                              | madhushala
harivansh rai bachchan               | madhushala
rashmirathi                          | rashmirathi
rashmirathee                         | rashmirathi
kamayani                             | kamayani
kaamaayani                           | kamayani
kitne pakistan                       | kitne-pakistan
kitane pakistaan                     | kitne-pakistan
chitralekha                          | chitralekha
chitralekhaa                         | chitralekha
jaishankar prasad                    | kamayani
joothan valmiki                      | joothan
juthan                               | joothan
reth samaadhi                        | ret-samadhi
tyagpatra                            | tyagpatra
tyaagpatr                            | tyagpatra
mitro marjani                        | mitro-marjani
mitro marjaani                       | mitro-marjani
aadhe adhoore                        | adhe-adhure
adhe adhure                          | adhe-adhure
aapka bunty                          | aapka-bunty
aapka banti                          | aapka-bunty
dharmveer bharti                     | gunahon-ka-devta
dharamvir bharati                    | gunahon-ka-devta
geetanjali shree                     | tomb-of-sand
gitanjali shri                       | tomb-of-sand
mahashweta devi                      | mother-of-1084
pather panchali                      | pather-panchali
pathher paanchali                    | pather-panchali
`;
