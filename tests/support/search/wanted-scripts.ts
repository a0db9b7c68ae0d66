/**
 * Names and titles of the demonstration as readers type them in Devanagari, in the letters of Urdu, in Tamil and in
 * Malayalam, also of books whose own title is in English.
 */
export const wantedScripts = {
  Devanagari: `
टैगोर                                 | gitanjali
रवींद्रनाथ टैगोर                          | gitanjali
चेतन भगत                              | 2-states
अरुंधति रॉय                            | the-god-of-small-things
रस्किन बॉन्ड                            | the-blue-umbrella
आर के नारायण                          | malgudi-days
मालगुडी डेज                            | malgudi-days
अमीश त्रिपाठी                           | the-immortals-of-meluha
देवदास                                | devdas
गीतांजलि                              | gitanjali
सेपियंस                               | sapiens
खुशवंत सिंह                            | train-to-pakistan
सुधा मूर्ति                             | grandmas-bag-of-stories
सत्यजित राय                            | the-golden-fortress
अमिताव घोष                            | sea-of-poppies
विंग्स ऑफ फायर                          | wings-of-fire
अब्दुल कलाम                            | wings-of-fire
शेक्सपियर                             | macbeth
मंटो                                  | bombay-stories-manto
एटॉमिक हैबिट्स                          | atomic-habits
कबीर                                 | songs-of-kabir
महाभारत                               | mahabharata-rajagopalachari
`,
  Urdu: `
منٹو                                  | bombay-stories-manto
سعادت حسن منٹو                         | bombay-stories-manto
عصمت چغتائی                            | lifting-the-veil
حیدر                                  | river-of-fire
امراؤ جان ادا                          | umrao-jan-ada
مرزا ہادی رسوا                         | umrao-jan-ada
غالب                                  | ghalib-selected-poems-and-letters
مرزا غالب                              | ghalib-selected-poems-and-letters
کبیر                                  | songs-of-kabir
پریم چند                               | godan
گودان                                 | godan
راہی معصوم رضا                         | aadha-gaon
خوشونت سنگھ                            | train-to-pakistan
سلمان رشدی                             | midnights-children
اروندھتی رائے                          | the-god-of-small-things
ٹیگور                                 | gitanjali
گیتانجلی                               | gitanjali
دیوداس                                | devdas
محسن حامد                              | the-reluctant-fundamentalist
آغا شاہد علی                            | the-country-without-a-post-office
امرتا پریتم                            | the-revenue-stamp
عبدالکلام                              | wings-of-fire
شیکسپیئر                               | macbeth
کتنے پاکستان                           | kitne-pakistan
`,
  Tamil: `
பெருமாள் முருகன்                       | one-part-woman
அம்பை                                 | in-a-forest-a-deer
அசோகமித்திரன்                          | the-eighteenth-parallel
பூனாச்சி                               | poonachi
ரவீந்திரநாத் தாகூர்                     | gitanjali
கீதாஞ்சலி                              | gitanjali
அருந்ததி ராய்                          | the-god-of-small-things
சேத்தன் பகத்                           | 2-states
ராஜகோபாலாச்சாரி                        | mahabharata-rajagopalachari
அப்துல் கலாம்                          | wings-of-fire
சல்மான் ருஷ்டி                         | midnights-children
ஆர் கே நாராயண்                        | malgudi-days
மால்குடி டேஸ்                          | malgudi-days
சேப்பியன்ஸ்                            | sapiens
சுதா மூர்த்தி                           | grandmas-bag-of-stories
ஷேக்ஸ்பியர்                            | macbeth
தேவதாஸ்                               | devdas
ஏ கே ராமானுஜன்                        | the-collected-poems-of-a-k-ramanujan
ரஸ்கின் பாண்ட்                          | the-blue-umbrella
குஷ்வந்த் சிங்                          | train-to-pakistan
இகிகாய்                               | ikigai
செம்மீன்                               | chemmeen
மகாபாரதம்                              | mahabharata-rajagopalachari
`,
  Malayalam: `
ബെന്യാമിൻ                             | goat-days
ആടുജീവിതം                            | goat-days
ചെമ്മീൻ                               | chemmeen
തകഴി                                 | chemmeen
ഒ വി വിജയൻ                           | the-legends-of-khasak
ഖസാക്കിന്റെ ഇതിഹാസം                   | the-legends-of-khasak
വൈക്കം മുഹമ്മദ് ബഷീർ                  | poovan-banana-and-other-stories
എം ടി വാസുദേവൻ നായർ                  | bhima-lone-warrior
നാലുകെട്ട്                              | naalukettu
കെ ആർ മീര                            | hangwoman
ഇന്ദുലേഖ                              | indulekha
ചന്തുമേനോൻ                           | indulekha
അരുന്ധതി റോയ്                         | the-god-of-small-things
ടാഗോർ                                | gitanjali
ഗീതാഞ്ജലി                             | gitanjali
മഹാഭാരതം                             | mahabharata-rajagopalachari
അനിത നായർ                            | cut-like-wound
കമല ദാസ്                              | selected-poems-kamala-das
സൽമാൻ റുഷ്ദി                          | midnights-children
അബ്ദുൾ കലാം                           | wings-of-fire
ഷേക്സ്പിയർ                             | macbeth
ചേതൻ ഭഗത്                            | 2-states
സാപിയൻസ്                              | sapiens
അനീസ് സലിം                            | the-blind-ladys-descendants
`,
};
