import { openBoard } from "./setup/boards";
import { query } from "./setup/db";
import { expect, follow, joinAs, test } from "./setup/fixtures";

test.use({ expected: /500/ });

test("a story that the server could not keep is not lost, and can be sent again", async ({ page, open, hasScript }) => {
  const { board, link } = await openBoard(await open());
  await joinAs(page, link, "Tom");
  await follow(page, page.getByRole("link", { name: "Tell a story" }));
  const words = "You taught me to ride a bike.\nAnd to fall off one.";
  await page.getByLabel("Your story").fill(words);
  await query(`CREATE TRIGGER refuse_${board} BEFORE INSERT ON board_posts FOR EACH ROW
    IF NEW.memory_id = '${board}' THEN SIGNAL SQLSTATE '45000'; END IF`);
  try {
    await page.getByRole("button", { name: "Put it on the board" }).click();
    if (hasScript) await expect(page.getByText("What you wrote is still here")).toBeVisible();
    else await expect(page.getByText("what you sent is kept on this page")).toBeVisible();
    await expect(page.getByLabel(hasScript ? "Your story" : "What you wrote")).toHaveValue(words);
  } finally {
    await query(`DROP TRIGGER refuse_${board}`);
  }
  await page.getByRole("button", { name: hasScript ? "Put it on the board" : "Try again" }).click();
  await expect(page.getByText("It’s on the board")).toBeVisible();
  await expect(page.getByText("You taught me to ride a bike.")).toBeVisible();
  expect(await query("SELECT id FROM board_posts WHERE memory_id = ?", [board])).toHaveLength(1);
});
