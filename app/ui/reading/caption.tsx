export function Caption({
  words,
  author = null,
  isHeard = false,
}: {
  words: string;
  author?: string | null;
  /** False for photos, where the alternative text already has it. */
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
