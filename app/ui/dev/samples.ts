/** Edge cases for layouts. */
export const unbroken = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunter";
export const rightToLeft = "إلى ليلى في عيد ميلادها الثامن عشر، مع كل حبي";
export const long =
  "For the morning of your wedding, when everybody is looking for their shoes and you have five quiet minutes to yourself";
