import { type AddressInfo, createServer, type Socket } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, it } from "vitest";
import { createSendRight, sendWithRight } from "../provider/send-right.server";
import { createSmtpTransport } from "./smtp-transport.server";
import type { OutgoingMail } from "./transport.server";

const from = "Amberkeep <letters@amberkeep.example>";
const mail: OutgoingMail = {
  messageId: "delivery.abc123@amberkeep.example",
  to: { name: "Zoë", address: "mia@müller.example" },
  subject: "Für dich",
  text: "Hallo Zoë\n.\nFrom me\nEnde\n",
  html: "<p>Hallo Zoë</p>",
  outboxId: "abc123",
};

const running: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((close) => close()));
});

const transport = (port: number, { user = "", ...options }: { user?: string; timeoutMs?: number } = {}) =>
  createSmtpTransport({ url: `smtp://${user}127.0.0.1:${port}`, from, ...options });
const fails = (failure: string, reason: string) => ({ ok: false, failure, reason });

describe("a mail server that works", () => {
  it("gets the mail unchanged, once, for the right recipient", async () => {
    const received: { to: string[]; raw: string }[] = [];
    const port = await smtpServer({
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk) => chunks.push(chunk));
        stream.on("end", () => {
          received.push({
            to: session.envelope.rcptTo.map(({ address }) => address),
            raw: Buffer.concat(chunks).toString(),
          });
          done();
        });
      },
    });
    expect(await transport(port).send(mail)).toMatchObject({ ok: true });
    expect(received.map(({ to }) => to)).toEqual([["mia@müller.example"]]);
    expect(received[0]?.raw).not.toMatch(/^From /m);
    const email = await PostalMime.parse(received[0]?.raw ?? "");
    expect(email).toMatchObject({
      messageId: `<${mail.messageId}>`,
      subject: mail.subject,
      text: `${mail.text}\n`,
      html: `${mail.html}\n`,
    });
    expect(email.headers).toContainEqual(
      expect.objectContaining({ key: "x-amberkeep-id", value: expect.stringMatching(/^abc123\.[\w-]{22}$/) }),
    );
  });

  it("cannot be asked afterwards", async () => {
    expect(await transport(await smtpServer({})).findSent(mail.messageId)).toBe("cannot_tell");
  });
});

describe("the meaning of a reply", () => {
  const saying = (responseCode: number, message = "no") => Object.assign(new Error(message), { responseCode });

  it("5yz to the recipient is a refusal, reported without the address", async () => {
    const port = await smtpServer({
      onRcptTo: (_, __, done) => done(saying(550, "5.1.1 <mia@müller.example> unknown")),
    });
    expect(await transport(port).send(mail)).toEqual(fails("refused", "the mail server answered 550 5.1.1 to RCPT TO"));
  });

  it("4yz to the recipient is retried later", async () => {
    const port = await smtpServer({ onRcptTo: (_, __, done) => done(saying(451)) });
    expect(await transport(port).send(mail)).toEqual(fails("unavailable", "the mail server answered 451 to RCPT TO"));
  });

  it("421 in the middle may concern this mail only; 421 at the greeting concerns the account", async () => {
    const port = await smtpServer({ onRcptTo: (_, __, done) => done(saying(421)) });
    expect(await transport(port).send(mail)).toEqual(
      fails("unavailable", "the mail server answered 421 in the middle of the mail"),
    );
    const busy = await tcpServer(script(["421 busy\r\n"]));
    expect(await transport(busy).send(mail)).toMatchObject({ failure: "unavailable", isOurs: true });
  });

  it.each([
    ["550", "refused"],
    ["551", "refused"],
    ["553", "refused"],
    ["550 5.1.1", "refused"],
    ["550 5.1.2", "refused"],
    ["550 5.2.1", "refused"],
    ["553 5.6.7", "refused"],
    ["553 5.1.8", "unavailable"],
    ["550 5.4.5", "unavailable"],
    ["550 5.7.1", "unavailable"],
    ["552", "unavailable"],
    ["554", "unavailable"],
    ["554 5.7.1", "unavailable"],
    ["503", "unavailable"],
  ])("%s to the recipient is %s", async (codes, failure) => {
    const [code = "", enhanced = ""] = codes.split(" ");
    const port = await smtpServer({ onRcptTo: (_, __, done) => done(saying(Number(code), `${enhanced} no`)) });
    expect(await transport(port).send(mail)).toEqual(fails(failure, `the mail server answered ${codes} to RCPT TO`));
  });

  it.each([
    ["550 5.1.1", "refused"],
    ["550 5.4.5", "unavailable"],
    ["550", "unavailable"],
    ["554", "unavailable"],
    ["452", "unavailable"],
  ])("%s after the body is %s", async (codes, failure) => {
    const [code = "", enhanced = ""] = codes.split(" ");
    const reply = saying(Number(code), `${enhanced} no`);
    const port = await smtpServer({ onData: (stream, _, done) => stream.on("end", () => done(reply)).resume() });
    expect(await transport(port).send(mail)).toEqual(fails(failure, `the mail server answered ${codes} to DATA`));
  });

  it("a refused sender or login concerns the account, not the mail", async () => {
    const sender = await smtpServer({ onMailFrom: (_, __, done) => done(saying(550)) });
    expect(await transport(sender).send(mail)).toEqual({
      ...fails("unavailable", "the mail server answered 550 to MAIL FROM"),
      isOurs: true,
    });
    const login = await smtpServer({
      authOptional: false,
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
      onAuth: (_, __, done) => done(saying(535)),
    });
    expect(await transport(login, { user: "user:secret@" }).send(mail)).toMatchObject({
      failure: "unavailable",
      reason: expect.stringMatching(/^the mail server answered 535 to AUTH/),
    });
  });
});

describe("a connection that breaks", () => {
  it("was never made: a failure between us and the server", async () => {
    const port = await tcpServer((socket) => socket.destroy());
    await Promise.all(running.splice(0).map((close) => close()));
    expect(await transport(port).send(mail)).toMatchObject({
      failure: "unavailable",
      isOurs: true,
      reason: expect.stringContaining("cannot be reached"),
    });
  });

  it.each([
    ["at the greeting", []],
    ["before the recipient", ["220 hi\r\n", "250 hi\r\n", "250 ok\r\n"]],
    ["at DATA", ["220 hi\r\n", "250 hi\r\n", "250 ok\r\n", "250 ok\r\n"]],
  ])("%s: unavailable, nothing was sent", async (_, replies) => {
    const port = await tcpServer(script(replies));
    expect(await transport(port).send(mail)).toMatchObject({ failure: "unavailable" });
  });

  it.each([
    ["at the greeting", {}],
    [
      "at the login",
      { authOptional: false, allowInsecureAuth: true, disabledCommands: ["STARTTLS"], onAuth: () => {} },
    ],
  ])("silent %s: a failure between us and the server", async (_, options) => {
    const port = "onAuth" in options ? await smtpServer(options) : await tcpServer(() => {});
    const sent = await transport(port, { user: "user:secret@", timeoutMs: 2_000 }).send(mail);
    expect(sent).toMatchObject({ failure: "unavailable", isOurs: true });
  });

  it("silent at the recipient: unavailable, for this mail only", async () => {
    const port = await smtpServer({ onRcptTo: () => {} });
    expect(await transport(port, { timeoutMs: 2_000 }).send(mail)).toEqual(
      fails("unavailable", "the connection broke in the middle of the mail: ETIMEDOUT"),
    );
  });

  it("after the body: unknown", async () => {
    const port = await smtpServer({ onData: (stream, session) => stream.on("end", () => drop(session)).resume() });
    expect(await transport(port).send(mail)).toMatchObject({
      failure: "unknown",
      reason: expect.not.stringContaining("@"),
    });
  });

  it("silent after the body: unknown", async () => {
    const port = await smtpServer({ onData: (stream) => void stream.resume() });
    // Long enough for a busy machine to send the body.
    expect(await transport(port, { timeoutMs: 8_000 }).send(mail)).toMatchObject({ failure: "unknown" });
  });
});

describe("the right to send", () => {
  const LONG_AGO = () => 4_000;
  const lost = async () => undefined;

  async function recordingServer() {
    const taken: string[] = [];
    const begun: string[] = [];
    const port = await smtpServer({
      onData(stream, session, done) {
        begun.push(session.id);
        stream.resume().on("end", () => {
          taken.push(session.id);
          done();
        });
      },
    });
    return { port, begun, taken };
  }

  it("that was lost before the body: the server does not get the mail", async () => {
    const { port, taken } = await recordingServer();
    const sent = await sendWithRight(createSendRight(LONG_AGO, lost), () => transport(port).send(mail));
    expect(sent).toMatchObject({ failure: "unavailable" });
    expect(taken).toEqual([]);
  });

  it("that was lost within the body: the server never gets the last line", async () => {
    const { port, begun, taken } = await recordingServer();
    const ages = [0];
    const right = createSendRight(() => ages.shift() ?? LONG_AGO(), lost);
    expect(await sendWithRight(right, () => transport(port).send(mail))).toMatchObject({ failure: "unknown" });
    expect(begun).toHaveLength(1);
    expect(taken).toEqual([]);
  });

  it("is renewed for a slow server", async () => {
    const { port, taken } = await recordingServer();
    let renewals = 0;
    const right = createSendRight(LONG_AGO, async () => {
      renewals += 1;
      return LONG_AGO;
    });
    expect(await sendWithRight(right, () => transport(port).send(mail))).toMatchObject({ ok: true });
    expect(taken).toHaveLength(1);
    expect(renewals).toBe(2);
  });
});

it("does not reach the server with an invalid address", async () => {
  expect(await transport(1).send({ ...mail, to: { address: "mia@example.org>\r\nRCPT TO:<eve@example.org" } })).toEqual(
    fails("refused", "not an email address"),
  );
});

const sockets = new Map<string, Socket>();

async function smtpServer(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    ...options,
  });
  server.on("error", () => {});
  server.server.on("connection", (socket: Socket) => sockets.set(`${socket.remotePort}`, socket));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  running.push(
    () =>
      new Promise<void>((closed) => {
        for (const socket of sockets.values()) socket.destroy();
        server.close(() => closed());
      }),
  );
  return (server.server.address() as AddressInfo).port;
}

function drop({ remotePort }: { remotePort: number }) {
  sockets.get(`${remotePort}`)?.destroy();
}

async function tcpServer(onConnection: (socket: Socket) => void): Promise<number> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on("error", () => {}));
    onConnection(socket);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  running.push(
    () =>
      new Promise((closed) => {
        for (const socket of open) socket.destroy();
        server.close(closed);
      }),
  );
  return (server.address() as AddressInfo).port;
}

function script(replies: string[]) {
  return (socket: Socket) => {
    const next = () => {
      const reply = replies[said++];
      if (reply === undefined) socket.destroy();
      else socket.write(reply);
    };
    let said = 0;
    next();
    socket.on("data", next);
  };
}
