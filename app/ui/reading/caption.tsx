/** What was written about a piece, and below who put it there, where that has to be said. */
export function Caption({
  words,
  author = null,
  isHeard = false,
}: {
  words: string;
  author?: string | null;
  /** Whoever hears the page has otherwise been told the words already, as those of the picture. */
  isHeard?: boolean;
}) {
  const isSilent = !isHeard || undefined;
  if (author === null) {
    return words ? (
      <figcaption aria-hidden={isSilent} dir="auto">
        {words}
      </figcaption>
    ) : null;
  }
  return (
    <figcaption>
      {words && (
        <p aria-hidden={isSilent} dir="auto">
          {words}
        </p>
      )}
      <small>
        From <bdi>{author}</bdi>
      </small>
    </figcaption>
  );
}
