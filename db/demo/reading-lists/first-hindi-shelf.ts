import type { DemoReadingList } from "#db/demo/demo-types.ts";

export const firstHindiShelf: DemoReadingList = {
  id: "first-hindi-shelf",
  title: "पहली हिन्दी शेल्फ़",
  summary: "For readers coming home to Hindi: eight books, the easiest first.",
  introduction: `Many of us speak Hindi all day and have not read a page of it since the tenth standard. The script slows us down, we feel foolish, and we go back to English. It takes about forty pages to get over. After that the voice in the book sounds like someone you know.

यह सूची उन्हीं चालीस पन्नों के लिए है। पहले वे किताबें जो बोलचाल की भाषा में हैं और जल्दी ख़त्म होती हैं, फिर वे जिनमें रुकने को मन करता है। कविता को ज़ोर से पढ़िए; वह उसी के लिए लिखी गई थी।`,
  books: [
    {
      id: "suraj-ka-satvan-ghoda",
      note: "सबसे पहले यही: छोटी किताब, गर्मी की सात दोपहरें, और मोहल्ले के लड़कों को कहानियाँ सुनाता माणिक मुल्ला। भाषा इतनी सहज कि पता नहीं चलता कब कहानी मुश्किल सवाल पूछने लगी।",
    },
    {
      id: "aapka-bunty",
      note: "A marriage comes apart and we see it from the height of a small boy. The sentences are short because his are. Parents should know that it hurts.",
    },
    {
      id: "nirmala",
      note: "Premchand at his plainest: a dowry that could not be paid, a girl of fifteen, a husband as old as a father. Two evenings, and the vocabulary will be ready for the longer novels.",
    },
    {
      id: "gunahon-ka-devta",
      note: "इलाहाबाद, गुलमोहर और एक प्रेम जो अपना नाम नहीं लेता। कॉलेज में जिसने नहीं पढ़ी, अब पढ़ ले; जिसने तब पढ़ी थी, अब पढ़कर चन्दर पर ग़ुस्सा करे।",
    },
    {
      id: "deewar-mein-ek-khidki-rahti-thi",
      note: "A newly married couple, one rented room, and a window that opens on a pond. Hardly a difficult word in it, and not one ordinary sentence. There is an elephant, who gives lifts.",
    },
    {
      id: "madhushala",
      note: "Learn four verses and you can join in at any wedding. Read it aloud and slowly: the tavern means something else each time it comes round.",
    },
    {
      id: "ashadh-ka-ek-din",
      note: "A play is the quickest way back into a language, for everybody talks. Kalidas is offered a court and leaves a village; Mallika stays. Read the parts with a friend, rain optional.",
    },
    {
      id: "raag-darbari",
      note: "अब आप तैयार हैं। शिवपालगंज में कुछ भी ठीक नहीं है और हर वाक्य पर हँसी आती है। हर उस आदमी को दीजिए जो कहता है कि हिन्दी गम्भीर भाषा है।",
    },
  ],
};
