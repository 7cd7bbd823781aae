/** The reference for uploads: a bare node:http server that pipes bodies into files in `FOLDER`. */
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

createServer(async (request, response) => {
  const path = join(process.env.FOLDER ?? "", randomUUID());
  await pipeline(request, createWriteStream(path));
  response.end("ok");
  await rm(path);
}).listen(Number(process.env.PORT), "127.0.0.1");
