import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { FormFile } from "~/domain/media/media";
import { MediaFields, type MediaFieldsProps } from "./media-fields";

const photo: FormFile = {
  id: "f1",
  state: "ready",
  kind: "photo",
  fileName: "sea.jpg",
  altText: "The sea",
  bytes: 3_250_586,
  receivedBytes: 3_250_586,
  contentType: "image/jpeg",
  width: 1200,
  height: 800,
  colour: "#aa8866",
};

const render = (change: Partial<MediaFieldsProps> = {}) =>
  renderToStaticMarkup(<MediaFields type="letter" formId="form" files={[]} {...change} />);

const inputs = (html: string, name: string) => html.match(new RegExp(`<input[^>]* name="${name}"[^>]*>`, "g")) ?? [];

/** The `aria-describedby` texts of the first input with this name. */
function description(html: string, name: string): string {
  const ids = / aria-describedby="([^"]*)"/.exec(inputs(html, name)[0] ?? "")?.[1]?.split(" ") ?? [];
  const texts = ids.map((id) => html.split(` id="${id}">`)[1]?.split("</p>")[0] ?? "");
  return texts.map((text) => text.replaceAll(/<[^>]*>/g, "")).join(" ");
}

describe("the fields for files", () => {
  it("show their limits before anything is sent", () => {
    const html = render();
    expect(html).toContain("One photo, video or recording.");
    expect(description(html, "photo")).toBe("Up to 25 MB.");
    expect(description(html, "video")).toBe("Up to 500 MB.");
    expect(description(html, "audio")).toBe("Up to 100 MB.");
    expect(inputs(html, "photo")[0]).toContain('accept="image/*"');
  });

  it("allow several files where the vault does", () => {
    expect(inputs(render(), "photo")[0]).not.toContain("multiple");
    expect(inputs(render({ type: "future-self" }), "photo")[0]).toContain("multiple");
    expect(inputs(render({ type: "memory-board" }), "video")[0]).toContain("multiple");
  });

  it("offer a phone's camera and microphone as an option", () => {
    for (const kind of ["photo", "video", "audio"]) {
      const [chosen, taken, ...more] = inputs(render(), kind);
      expect(chosen).not.toContain("capture");
      expect(taken).toContain("capture=");
      expect(more).toEqual([]);
    }
  });

  it("show the error of a file beside its field", () => {
    const html = render({ errors: { video: ["This is no video."] } });
    expect(inputs(html, "video")[0]).toContain('aria-invalid="true"');
    expect(description(html, "video")).toBe("This is no video. Up to 500 MB.");
    expect(inputs(html, "photo")[0]).not.toContain("aria-invalid");
  });
});

describe("a file of the form", () => {
  it("is shown with its name and size, and can be described and removed", () => {
    const html = render({ files: [photo] });
    expect(html).toContain("sea.jpg");
    expect(html).toContain("Photo, 3.1 MB");
    expect(html).toContain('src="/uploads/f1/preview"');
    expect(inputs(html, "alt_f1")[0]).toContain('value="The sea"');
    expect(inputs(html, "remove")[0]).toContain('value="f1"');
    expect(inputs(html, "shown")).toEqual(['<input type="hidden" name="shown" value="f1"/>']);
    expect(html).toMatch(/Remove<span[^>]*> sea.jpg</);
  });

  it("has its size and colour before it is loaded, without a style attribute", () => {
    const html = render({ files: [photo] });
    expect(html).toMatch(/<img[^>]* width="1200" height="800"/);
    expect(html).toContain('fill="#aa8866"');
    expect(html).not.toContain("style=");
  });

  it("is shown from the vault if it is saved there", () => {
    expect(render({ files: [{ ...photo, state: "saved" }] })).toContain('src="/media/f1?width=480"');
  });

  it("explains how to resume if it is incomplete", () => {
    const html = render({ files: [{ ...photo, state: "receiving", receivedBytes: 1024 ** 2 }] });
    expect(html).toContain("Only 1 MB of 3.1 MB arrived. Choose the same file again to go on.");
    expect(inputs(html, "shown")[0]).toContain('value="f1"');
    expect(html).not.toContain("<img");
    expect(inputs(html, "alt_f1")).toEqual([]);
  });

  it("is not said to have arrived in part with all of its size", () => {
    const html = render({ files: [{ ...photo, state: "receiving", receivedBytes: photo.bytes }] });
    expect(html).toContain("Not quite all of its 3.1 MB arrived. Choose the same file again to go on.");
  });

  it("has no alternative text unless it is a photo", () => {
    const html = render({ files: [{ ...photo, kind: "audio", width: null, height: null, colour: null }] });
    expect(inputs(html, "alt_f1")).toEqual([]);
    expect(html).toContain("Recording, 3.1 MB");
  });
});
