import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { UploadsDone } from "./uploads-done";

it("announces the files that have arrived, and counts them only if they are several", () => {
  const announced = (arrived: number) => renderToStaticMarkup(<UploadsDone now={{ list: [], removed: [], arrived }} />);
  expect(announced(0)).not.toContain("Upload Complete");
  expect(announced(1)).toContain("Upload Complete");
  expect(announced(1)).not.toContain("files are there");
  expect(announced(2)).toContain("All 2 files are there.");
});
