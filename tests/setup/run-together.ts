/** Where text ends in one element and goes on in the next one, without a space or a new line. w3m has no landmarks. */
export function runTogether(html: string): string[] {
  const text = html
    .replace(/<(script|style|head)\b[\s\S]*?<\/\1>/g, "")
    .replace(/<!--.*?-->/g, "")
    .replace(
      /<\/?(a|article|aside|b|bdi|button|circle|em|figure|footer|g|header|i|img|input|label|main|nav|path|picture|section|small|span|strong|summary|svg|text|time)\b[^>]*>/g,
      "\0",
    )
    .replace(/<[^>]*>/g, "\n");
  return [...text.matchAll(/[^\s\0]*[^\s\0“(]\0+[\p{L}\p{N}][^\s\0]*/gu)].map(([words]) => words.replaceAll("\0", "|"));
}
