import { Reel, type ReelItem } from "./reel";

const SIZE = { width: 1200, height: 800 };

function picture(name: string, title: string, text: string, alt: string): ReelItem {
  return {
    title,
    text,
    frame: (
      <picture>
        <source srcSet={`/walk/${name}-dark.webp`} media="(prefers-color-scheme: dark)" />
        <img src={`/walk/${name}-light.webp`} alt={alt} loading="lazy" {...SIZE} />
      </picture>
    ),
  };
}

/** Pictures of the app itself, taken by `npm run screens -- --docs`. */
export function WalkThrough() {
  return (
    <Reel
      name="walk"
      label="Which part to show"
      look="walk"
      items={[
        picture(
          "write",
          "Write it",
          "A letter, a photo, a video or your voice.",
          "The form of a letter, with its message",
        ),
        picture("day", "Choose the day", "Up to 75 years ahead, at the hour you like.", "Choosing the day of delivery"),
        picture(
          "seal",
          "Seal it",
          "From then on nobody can read it, not even you.",
          "A sealed letter that waits for its day",
        ),
        picture(
          "arrive",
          "It arrives",
          "Its reader gets a link and a one-time code.",
          "The page behind the link, before it is opened",
        ),
        picture("read", "They read it", "Just as you wrote it. They can write back, too.", "The letter, open"),
      ]}
    />
  );
}
