import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { getCACertificates, setDefaultCACertificates, TLSSocket } from "node:tls";
import { createConnection } from "mysql2/promise";
import { Client } from "pg";
import { expect, it, onTestFinished } from "vitest";
import { parseEnv } from "~/env.server";
import { listDeliveryReports } from "~/services/mail/bounce-mailbox.server";
import { createSmtpTransport } from "~/services/mail/smtp-transport.server";
import { startImapServer } from "./mocks/imap";
import { databaseUrl, queueUrl } from "./setup/servers";

const settings = (changed: Record<string, string> = {}) =>
  parseEnv({
    NODE_ENV: "test",
    BASE_URL: "https://amberkeep.example",
    APP_SECRET: "x".repeat(40),
    VAULT_MASTER_KEYS: `1:${Buffer.alloc(32).toString("base64")}`,
    DATABASE_URL: "mysql://user:pass@db.example:3306/amberkeep",
    WORKER_DATABASE_URL: "postgres://user:pass@queue.example:5432/amberkeep",
    SMTP_URL: "smtp://user:pass@smtp.example:587",
    ...changed,
  });

/** The parameters of one URL at another server. */
const at = (url: string, parameters: string) =>
  Object.assign(new URL(url), { search: new URL(parameters).search }).href;
const worker = process.env.VITEST_POOL_ID ?? "1";

it("TLS is demanded of a MySQL elsewhere, with a certificate that can be checked", async () => {
  const { DATABASE_URL } = settings();
  // MariaDB has no TLS here, MySQL makes a certificate of its own.
  const refusal = /secure connection|self-signed certificate/;
  await expect(createConnection(at(databaseUrl(worker), DATABASE_URL))).rejects.toThrow(refusal);
  const { DATABASE_URL: off } = settings({ DATABASE_WITHOUT_TLS: "1" });
  await (await createConnection(at(databaseUrl(worker), off))).end();
});

/** Of "other.example", signed with its own key. */
const OTHER_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBPzCB8qADAgECAhQW23kbvvaGO9mFgURh+A0PEDXcfjAFBgMrZXAwGDEWMBQG
A1UEAwwNb3RoZXIuZXhhbXBsZTAgFw0yMDAxMDEwMDAwMDBaGA8yMTI2MDEwMTAw
MDAwMFowGDEWMBQGA1UEAwwNb3RoZXIuZXhhbXBsZTAqMAUGAytlcAMhAI0YLwCc
pISwJkZTGR08iXRdfuBE6NezIXl/2TGPZfWFo0wwSjAPBgNVHRMBAf8EBTADAQH/
MBgGA1UdEQQRMA+CDW90aGVyLmV4YW1wbGUwHQYDVR0OBBYEFEra6pKSyce4aoGA
tTJx55J06T/SMAUGAytlcANBAF8tCQ59BHEoqGsydndPJGPj+eK3ESPnMN5ntVCM
TAMJjd9YIfOWfbXJonJVwVj0vSZ8rMOYBFkD/1AnacE9UAI=
-----END CERTIFICATE-----
`;
const OTHER_KEY = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEILnsOSj8qNZ5HkD70S9Fu1W6yDIXTqc2v8voLPS1x7Mg
-----END PRIVATE KEY-----
`;

/** What a MySQL with TLS says first, as packet 0 of its protocol. */
function greeting(): Buffer {
  const payload = Buffer.concat([
    Buffer.from("\n8.4.0\0"),
    Buffer.from([1, 0, 0, 0]),
    Buffer.from("12345678\0"),
    // Flags: protocol 4.1, TLS, secure authentication, plugins of it; utf8mb4; autocommit; 21 bytes of nonce.
    Buffer.from([0x00, 0x8a, 0xff, 0x02, 0x00, 0x08, 0x00, 21]),
    Buffer.alloc(10),
    Buffer.from("123456789012\0caching_sha2_password\0"),
  ]);
  return Buffer.concat([Buffer.from([payload.length, 0, 0, 0]), payload]);
}

it("a MySQL elsewhere is refused if its certificate names another host", async () => {
  const trusted = getCACertificates();
  setDefaultCACertificates([...trusted, OTHER_CERTIFICATE]);
  onTestFinished(() => setDefaultCACertificates(trusted));
  const server = createServer((socket: Socket) => {
    socket.on("error", () => {}).write(greeting());
    socket.once("readable", () => {
      // The request for TLS. What follows may have arrived with it.
      socket.read(36);
      const secure = new TLSSocket(socket, { isServer: true, cert: OTHER_CERTIFICATE, key: OTHER_KEY });
      secure.on("error", () => {}).on("data", () => secure.destroy());
    });
  }).listen(0, "localhost");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const url = at(`mysql://user:pass@localhost:${port}/amberkeep`, settings().DATABASE_URL);
  await expect(createConnection(url)).rejects.toThrow(/does not match certificate's altnames/);
});

it("TLS is demanded of a Postgres elsewhere, which one without it refuses", async () => {
  const { WORKER_DATABASE_URL } = settings();
  const client = new Client(at(queueUrl(worker), WORKER_DATABASE_URL));
  await expect(client.connect()).rejects.toThrow(/does not support SSL/);
  const off = new Client(at(queueUrl(worker), settings({ WORKER_DATABASE_WITHOUT_TLS: "1" }).WORKER_DATABASE_URL));
  await off.connect();
  await off.end();
});

it("TLS is demanded of an SMTP server elsewhere: without it no login and no mail leaves", async () => {
  const received: string[] = [];
  const server = createServer((socket) => {
    socket.write("220 smtp.example ESMTP\r\n");
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      received.push(String(bytes));
      socket.write(/^EHLO/.test(String(bytes)) ? "250-smtp.example\r\n250 AUTH PLAIN\r\n" : "502 no\r\n");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const url = Object.assign(new URL(settings().SMTP_URL ?? ""), { host: `127.0.0.1:${port}` }).href;
  const transport = createSmtpTransport({ url, from: "letters@amberkeep.example" });
  const mail = {
    to: { name: "", address: "mia@example.net" },
    subject: "s",
    text: "t",
    html: "h",
    messageId: "a@b.example",
  };
  expect(await transport.send({ ...mail, outboxId: "x" })).toMatchObject({ ok: false, failure: "unavailable" });
  expect(received.join("")).not.toMatch(/AUTH|MAIL FROM/);
  server.close();
});

it("TLS is demanded of the mailbox of bounces elsewhere: without it no login leaves", async () => {
  const { BOUNCES_IMAP_URL = "" } = settings({ BOUNCES_IMAP_URL: "imap://letters:tulip@imap.example" });
  const server = await startImapServer({ user: "letters", password: "tulip" });
  const url = Object.assign(new URL(BOUNCES_IMAP_URL), { host: `127.0.0.1:${server.port}` }).href;
  await expect(listDeliveryReports(url, new Date(), new Date()).next()).rejects.toThrow(/STARTTLS/);
  expect(server.commands).not.toContain("LOGIN");
  await server.close();
});

it("parameters of a URL cannot turn it off, and local hosts need none", () => {
  const { DATABASE_URL, WORKER_DATABASE_URL, SMTP_URL } = settings({
    DATABASE_URL: "mysql://user:pass@db.example/amberkeep?ssl=false",
    WORKER_DATABASE_URL: "postgres://user:pass@localhost/amberkeep?host=queue.example&sslmode=disable&ssl=0",
    SMTP_URL: "smtp://smtp.example?ignoreTLS=true&secure=false&tls.rejectUnauthorized=false",
  });
  expect(new URL(DATABASE_URL).searchParams.get("ssl")).toContain('"rejectUnauthorized":true');
  expect(new URL(WORKER_DATABASE_URL).search).toBe("?host=queue.example&sslmode=verify-full");
  expect(new URL(SMTP_URL ?? "").search).toBe("?requireTLS=true");
  const imap = "imap://letters:tulip@imap.example/?host=localhost";
  expect(new URL(settings({ BOUNCES_IMAP_URL: imap }).BOUNCES_IMAP_URL ?? "").search).toMatch(/requireTLS=true$/);
  for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
    const url = `mysql://user:pass@${host}/amberkeep`;
    expect(settings({ DATABASE_URL: url }).DATABASE_URL).toBe(url);
  }
  for (const host of ["10.0.0.7", "192.168.0.7", "127.0.0.1.example", "localhost.example"]) {
    const { DATABASE_URL: url } = settings({ DATABASE_URL: `mysql://user:pass@${host}/amberkeep` });
    expect(new URL(url).searchParams.get("ssl"), host).toContain('"rejectUnauthorized":true');
  }
});

it("the URL of the mailbox of bounces has to be decodable", () => {
  const at = (login: string) => () => settings({ BOUNCES_IMAP_URL: `imaps://${login}@imap.example` });
  expect(at("letters:50%25off")).not.toThrow();
  expect(at("letters:50%off")).toThrow(/BOUNCES_IMAP_URL: must have a % as %25/);
});

it("the services of mail and text messages are spoken to by https only", () => {
  for (const name of ["MAILGUN_URL", "TWILIO_URL"]) {
    expect(() => settings({ [name]: "http://api.example" })).toThrow(`${name}: must be an https URL`);
    expect(() => settings({ [name]: "http://127.0.0.1:9000" })).not.toThrow();
  }
});
