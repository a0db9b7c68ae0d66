/** Slips of real titles and names: misspelt, swapped, missing and doubled letters, Indian spellings. */
export const wantedSlips = `
malgudi dyas                         | malgudi-days
swami and freinds                    | swami-and-friends
untouchabel                          | untouchable
kanthpura                            | kanthapura
clear light of dya                   | clear-light-of-day
shadow lins                          | the-shadow-lines
hungry tied                          | the-hungry-tide
ministry of utmost hapiness          | the-ministry-of-utmost-happiness
ministry of upmost happiness         | the-ministry-of-utmost-happiness
inheritence of loss                  | the-inheritance-of-loss
naamsake                             | the-namesake
white tigar                          | the-white-tiger
em and the big hum                   | em-and-the-big-hoom
narcopolice                          | narcopolis
relactant fundamentalist             | the-reluctant-fundamentalist
interpreter of malodies              | interpreter-of-maladies
unaccustomd earth                    | unaccustomed-earth
legends of kasak                     | the-legends-of-khasak
chemeen                              | chemmeen
nalukettu                            | naalukettu
ghachar gochar                       | ghachar-ghochar
gachar gochar                        | ghachar-ghochar
sanskara                             | samskara
heart lamb                           | heart-lamp
pathar panchali                      | pather-panchali
devdaas                              | devdas
umrao jaan ada                       | umrao-jan-ada
umrav jaan                           | umrao-jan-ada
anandmath                            | anandamath
crime and punishmant                 | crime-and-punishment
anna karenia                         | anna-karenina
great expectatoins                   | great-expectations
hundred years of solitued            | one-hundred-years-of-solitude
animel farm                          | animal-farm
grapes of rath                       | the-grapes-of-wrath
metamorphasis                        | metamorphosis-and-other-stories
immortals of melhua                  | the-immortals-of-meluha
secrets of the naga                  | the-secret-of-the-nagas
sapeins                              | sapiens
sapians                              | sapiens
atomic habbits                       | atomic-habits
atomik habits                        | atomic-habits
phychology of money                  | the-psychology-of-money
sychology of money                   | the-psychology-of-money
ikigia                               | ikigai
thinkng fast and slow                | thinking-fast-and-slow
pursuasion                           | persuasion
hound of the baskervils              | the-hound-of-the-baskervilles
mans serch for meaning               | mans-search-for-meaning
monk who sold his ferari             | the-monk-who-sold-his-ferrari
fault in our starts                  | the-fault-in-our-stars
diary of a young gril                | the-diary-of-a-young-girl
train to pakistaan                   | train-to-pakistan
trian to pakistan                    | train-to-pakistan
palace of ilusions                   | the-palace-of-illusions
blue umbrela                         | the-blue-umbrella
matlida                              | matilda
grufalo                              | the-gruffalo
charlots web                         | charlottes-web
wordy gurdy boom                     | wordygurdyboom
bhagvad gita                         | the-bhagavad-gita-debroy
bhagwat geeta                        | the-bhagavad-gita-debroy
gitanjaly                            | gitanjali
anihilation of caste                 | annihilation-of-caste
ravindranath tagore                  | gitanjali
khushwanth singh                     | train-to-pakistan
kushwant singh                       | train-to-pakistan
amitabh ghosh                        | sea-of-poppies
chetan baghat                        | 2-states
sudha murthy                         | grandmas-bag-of-stories
devdut pattnaik                      | jaya
amish tripati                        | the-immortals-of-meluha
shashi taroor                        | an-era-of-darkness
ramchandra guha                      | india-after-gandhi
william dalrimple                    | the-anarchy
satyajeet ray                        | the-golden-fortress
sharadindu bandopadhyay              | picture-imperfect
sadat hasan manto                    | bombay-stories-manto
ismat chugtai                        | lifting-the-veil
qurratulain haider                   | river-of-fire
perumal murugun                      | one-part-woman
girish karnard                       | three-plays-girish-karnad
kazuo ishiguru                       | never-let-me-go
ursula le guinn                      | the-left-hand-of-darkness
frans kafka                          | metamorphosis-and-other-stories
leo tolstoi                          | anna-karenina
charles dikens                       | great-expectations
virginia wolf                        | mrs-dalloway
albert kamus                         | the-outsider
gabriel garcia markez                | one-hundred-years-of-solitude
pablo naruda                         | twenty-love-poems-and-a-song-of-despair
yuval noha harari                    | sapiens
raghu ram rajan                      | i-do-what-i-do
robin sherma                         | the-monk-who-sold-his-ferrari
jey shetty                           | think-like-a-monk
michele obama                        | becoming
trever noah                          | born-a-crime
andre agasi                          | open-andre-agassi
naseruddin shah                      | and-then-one-day
prem chand                           | godan
harivanshrai bachan                  | madhushala
ramdhari singh dinker                | rashmirathi
phanishwar nath renu                 | maila-anchal
dharmvir bharti                      | gunahon-ka-devta
`;
