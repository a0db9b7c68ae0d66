/** Pairs of works that are one title in two languages, by id: the original and its translation. */
export const translations: { original: string; translation: string }[] = [
  { original: "ret-samadhi", translation: "tomb-of-sand" },
  { original: "tamas", translation: "tamas-daisy-rockwell" },
  { original: "raag-darbari", translation: "raag-darbari-gillian-wright" },
  { original: "joothan-hindi", translation: "joothan" },
];

/** Names of authors in the other script (Latin or Devanagari), by author id. */
export const authorNames: Record<string, string> = {
  "geetanjali-shree": "गीतांजलि श्री",
  "bhisham-sahni": "भीष्म साहनी",
  "shrilal-shukla": "श्रीलाल शुक्ल",
  "omprakash-valmiki": "ओमप्रकाश वाल्मीकि",
  premchand: "Premchand",
  "phanishwarnath-renu": "Phanishwarnath Renu",
  "dharamvir-bharati": "Dharamvir Bharati",
  agyeya: "Agyeya",
  "harivansh-rai-bachchan": "Harivansh Rai Bachchan",
  "ramdhari-singh-dinkar": "Ramdhari Singh Dinkar",
  "jaishankar-prasad": "Jaishankar Prasad",
  "mannu-bhandari": "Mannu Bhandari",
  "mohan-rakesh": "Mohan Rakesh",
  "bhagwati-charan-verma": "Bhagwati Charan Verma",
  "jainendra-kumar": "Jainendra Kumar",
  "vinod-kumar-shukla": "Vinod Kumar Shukla",
  "rahi-masoom-raza": "Rahi Masoom Raza",
  "krishna-sobti": "Krishna Sobti",
  kamleshwar: "Kamleshwar",
};
