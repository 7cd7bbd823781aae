/** Whole where it is no personal name, such as "Grandma and Grandpa". */
export function firstNameOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return words.length === 2 || words.length === 3 ? (words[0] ?? name) : name;
}
