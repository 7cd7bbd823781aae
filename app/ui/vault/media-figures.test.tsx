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
  it("has a srcset with the widths of its copies", () => {
    expect(render()).toContain(
      'srcSet="/media/m1?width=480 480w, /media/m1?width=1080 1080w, /media/m1?width=2160 1500w"',
    );
  });

  it("has size, colour and alternative text, and loads lazily", () => {
    const html = render();
    expect(html).toMatch(/<img[^>]* alt="The sea" width="1500" height="1000" loading="lazy"/);
    expect(html).toContain('fill="#807060"');
    expect(html).not.toContain("style=");
  });

  it("without a description is known by its number", () => {
    const items = ["m1", "m2"].map((id) => ({ ...photo, id, altText: "" }));
    const html = renderToStaticMarkup(<MediaFigures items={[{ ...photo, id: "v", kind: "video" }, ...items]} />);
    expect(html.match(/ alt="[^"]*"/g)).toEqual([' alt="Photo 1 of 2"', ' alt="Photo 2 of 2"']);
  });

  it("is shown as it is without copies", () => {
    const html = render({ width: null, height: null, colour: null });
    expect(html).toContain('src="/media/m1"');
    expect(html).not.toContain("srcSet");
  });
});

describe("a video and a recording", () => {
  it("can be played and are labelled by their descriptions", () => {
    expect(render({ kind: "video" })).toMatch(/<video[^>]* src="\/media\/m1"[^>]* aria-label="The sea"/);
    expect(render({ kind: "audio", altText: "" })).toMatch(/<audio[^>]* aria-label="sea.jpg"/);
  });

  it("can be saved, as not every browser plays every format", () => {
    expect(render({ kind: "video" })).toMatch(/<a [^>]*href="\/media\/m1\?download" download="">Save this video<\/a>/);
    expect(render({ kind: "audio", href: "/s/a/b?c=d" })).toContain('href="/s/a/b?c=d&amp;download"');
    expect(render()).not.toContain("download");
  });
});
