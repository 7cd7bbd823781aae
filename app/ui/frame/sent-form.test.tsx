import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SentForm, type SentFormProps } from "./sent-form";

const rendered = (sent: Partial<SentFormProps>) =>
  renderToStaticMarkup(<SentForm action="/create" isMultipart={false} fields={[]} secrets={[]} files={[]} {...sent} />);

it("a text keeps the blank line that it begins with", () => {
  // Browsers drop the first line break.
  expect(rendered({ fields: [["message", "\r\nDear Mia"]] })).toContain(">\n\nDear Mia</textarea>");
});

it("files are sent as files, and as many as before", () => {
  expect(rendered({})).not.toContain("enctype");
  const files = [
    { name: "photo", fileNames: ["sea.jpg", "dunes.jpg"] },
    { name: "video", fileNames: ["waves.mp4"] },
  ];
  const html = rendered({ isMultipart: true, files });
  expect(html).toMatch(/<form[^>]* encType="multipart\/form-data"/);
  expect(html).toMatch(/<input[^>]* name="photo"[^>]* multiple=""/);
  expect(html).not.toMatch(/<input[^>]* name="video"[^>]* multiple/);
});
