const MAX_LENGTH = 60;

/** Invisible characters, but for the joiners that names in Sinhala or Persian are spelled with. */
const FORMAT =
  /((?!\w)[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}][\u200c\u200d](?=[\p{L}\p{M}\p{Extended_Pictographic}]))|\p{Cf}+/gu;

/**
 * Shortens a name, without splitting an accented letter or an emoji, and breaks up anything that a phone or a mail
 * program would turn into a link. Keeps the part before the @ of an email, which boards use for people without a name.
 */
export function safePersonName(name: string): string {
  const words = name
    .replace(/^(\S+)@\S+$/, "$1")
    .replace(/[/\\:@]+/g, " ")
    .replace(/[.。．｡](?=\S)/gu, ". ")
    .replace(FORMAT, "$1")
    .replace(/\s+/g, " ")
    .trim();
  if ([...words].length <= MAX_LENGTH) return words;
  let kept = "";
  for (const { segment } of new Intl.Segmenter("en").segment(words)) {
    if ([...kept, ...segment].length >= MAX_LENGTH) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** Words that are no form of address without the name after them. */
const TITLES =
  /^(?:an|and|the|mr|mrs|ms|miss|mx|dr|prof|professor|sir|lady|lord|dame|sister|brother|father|mother|rabbi|pastor|reverend|rev|aunt|auntie|uncle|cousin|grandma|grandpa|granny|grandmother|grandfather|great|dear|my|our|your|family|tante|onkel|oma|opa|herr|frau|abd|abdul|abdel|abu|umm|عبد|أبو|ابو|أم|ام)\.?$/i;

/** In these scripts the family name comes first. */
const FAMILY_FIRST = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The commonest Vietnamese family names, which come first as well. */
const VIETNAMESE = /^(?:nguy[eễ]n|tr[aầ]n|ph[aạ]m|hu[yỳ]nh|lê|hoàng|võ|vũ|đặng|bùi|đỗ|hồ|ngô|dương)$/iu;

/** For a greeting: the whole name unless it is a plain first and last name, such as "Aunt Rosa" or "Mia and Ben". */
export function firstName(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = name] = words;
  const isPlain =
    words.length <= 3 &&
    !FAMILY_FIRST.test(name) &&
    !VIETNAMESE.test(first.normalize("NFC")) &&
    !TITLES.test(first) &&
    !/[,.]$/.test(first) &&
    !words.some((word) => /^(?:and|&|\+|und|et|y)$/i.test(word));
  return isPlain ? first : name.trim();
}
