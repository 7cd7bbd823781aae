import type { WallData } from "~/domain/board/wall-data";
import { ButtonLink } from "../base/button";
import { LetterText } from "../base/letter-text";
import { Postmark } from "../base/postmark";
import { Stamp } from "../base/stamp";
import { PlayAll, piecesInWords } from "./wall";

type RevealProps = {
  title: string;
  senderName: string;
  openOn: string | null;
  day: string | null;
  message: string;
  wall: WallData;
  thanksHref: string | null;
  headingLevel: "h1" | "h3" | undefined;
};

/** The head of an opened board: what it is, from whom, and the host's words for the day. */
export function Reveal({ title, senderName, openOn, day, message, wall, thanksHref, headingLevel }: RevealProps) {
  const Heading = headingLevel ?? "h1";
  return (
    <header className="board reveal">
      <div className="reveal-words">
        <Heading dir="auto">{title}</Heading>
        <p className="lede">
          {wall.total > 0 ? `${piecesInWords(wall)}, gathered` : "Gathered"} by <bdi>{senderName}</bdi>
          {openOn && (
            <>
              {" "}
              <span className="phrase">for {openOn}</span>
            </>
          )}
        </p>
        <div className="actions">
          <PlayAll {...wall} />
          {thanksHref && (
            <ButtonLink variant="secondary" href={thanksHref}>
              Thank everyone
            </ButtonLink>
          )}
        </div>
      </div>
      {day && (
        <span className="franking">
          <Postmark day={day} /> <Stamp kind="board" />
        </span>
      )}
      {message && (
        <figure className="reveal-letter">
          <blockquote>
            <LetterText text={message} />
          </blockquote>
          <figcaption>
            <bdi>{senderName}</bdi>
          </figcaption>
        </figure>
      )}
    </header>
  );
}
