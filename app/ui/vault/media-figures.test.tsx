import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { MediaItem } from "~/domain/access/media-item";
import { MediaFigures } from "./media-figures";

const photo: MediaItem = {
  id: "m1",
  href: "/media/m1",
  kind: "photo",
  fileName: "sea.jpg",
  altText: "The sea",
  width: 1500,
  height: 1000,
  colour: "#807060",
};
const render = (change: Partial<MediaItem> = {}) =>
  renderToStaticMarkup(<MediaFigures items={[{ ...photo, ...change }]} />);

describe("a photo of a vault", () => {
  it("is fetched in the copy that fits, each said to be as wide as it is", () => {
    expect(render()).toContain(
      'srcSet="/media/m1?width=480 480w, /media/m1?width=1080 1080w, /media/m1?width=2160 1500w"',
    );
  });

  it("has its place, its colour and its words before it comes, and comes when it is needed", () => {
    const html = render();
    expect(html).toMatch(/<img[^>]* alt="The sea" width="1500" height="1000" loading="lazy"/);
    expect(html).toContain('fill="#807060"');
    expect(html).not.toContain("style=");
  });

  it("that has no copies is shown as it is", () => {
    const html = render({ width: null, height: null, colour: null });
    expect(html).toContain('src="/media/m1"');
    expect(html).not.toContain("srcSet");
  });
});

describe("a film and a voice", () => {
  it("can be played, and are called by what was written of them", () => {
    expect(render({ kind: "video" })).toMatch(/<video[^>]* src="\/media\/m1"[^>]* aria-label="The sea"/);
    expect(render({ kind: "audio", altText: "" })).toMatch(/<audio[^>]* aria-label="sea.jpg"/);
  });
});
