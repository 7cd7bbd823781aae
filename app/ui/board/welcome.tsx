export function Welcome({ text, hostName }: { text: string; hostName: string }) {
  if (!text) return null;
  return (
    <figure className="party-welcome">
      <blockquote dir="auto">{text}</blockquote>
      <figcaption>
        <bdi>{hostName || "Your host"}</bdi>
      </figcaption>
    </figure>
  );
}
