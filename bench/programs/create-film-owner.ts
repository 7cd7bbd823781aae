/** Creates an account with a board of films in the media store, each of the given length. */
import { createHash } from "node:crypto";
import { createId } from "@paralleldrive/cuid2";
import { storageProof } from "~/domain/media/storage-proof.server";
import { db } from "~/services/db.server";
import { closeJobs } from "~/services/jobs.server";
import { putMedia } from "~/services/media-store.server";
import { media } from "~db/schema";
import { createLetter } from "../../tests/factories/letter";
import { filmPieces } from "../../tests/factories/media-content";
import { createUser } from "../../tests/factories/user";
import type { FilmOwnerInput } from "../export-memory";
import type { SignedIn } from "../harness/accounts";
import { printResult, programInput } from "../harness/program-io";

const { films, bytes } = programInput<FilmOwnerInput>();
const { user, browser } = await createUser();
const hash = createHash("sha256");
for await (const piece of filmPieces(bytes)) hash.update(piece);
const sha256 = hash.digest("hex");
const vaultId = await createLetter(user, { type: "memory-board", deliveryDate: "2090-01-01" });
for (let position = 0; position < films; position += 1) {
  const id = createId();
  const storageKey = `${vaultId}/${id}`;
  await putMedia(storageKey, filmPieces(bytes), { kind: "video", contentType: "video/mp4" });
  await db.insert(media).values({
    id,
    vaultId,
    position,
    storageKey,
    storageProof: storageProof({ id, vaultId, storageKey }),
    kind: "video",
    fileName: "sea.mp4",
    bytes,
    contentType: "video/mp4",
    sha256,
    createdAt: new Date(),
  });
}
await printResult({ cookie: browser.cookie, csrf: browser.csrfToken() } satisfies SignedIn);
await closeJobs();
process.exit(0);
