import { type AddressInfo, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

type StoredMail = { source: string; receivedAt: Date };

/** Starts a local IMAP server (RFC 3501) with one mailbox, which can be opened for reading only. */
export async function startImapServer({ user, password }: { user: string; password: string }) {
  const mails: StoredMail[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  let refused = "";
  let last = "";
  let damaged = 0;

  function answer(command: string, args: string): string[] {
    const numbered = mails.map((mail, index) => ({ ...mail, uid: index + 1 }));
    switch (command) {
      case "LIST":
        return [`* LIST (\\HasNoChildren) "/" ${args.endsWith('""') ? '""' : "INBOX"}`];
      case "EXAMINE":
        return [`* ${mails.length} EXISTS`, "* OK [UIDVALIDITY 1] valid"];
      case "UID SEARCH": {
        const since = new Date(args.replace(/^SINCE /, "").concat(" UTC"));
        return [["* SEARCH", ...numbered.filter((mail) => mail.receivedAt >= since).map(({ uid }) => uid)].join(" ")];
      }
      case "UID FETCH": {
        const [set = ""] = args.split(" ");
        return numbered.filter(({ uid }) => isIn(set, uid)).map((mail) => fetched(mail, args));
      }
      default:
        return [];
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.write("* OK [CAPABILITY IMAP4rev1] ready\r\n");
    createInterface({ input: socket }).on("line", (line) => {
      const [, tag = "", command = "", args = ""] = /^(\S+) (UID \w+|\w+) ?(.*)$/.exec(line) ?? [];
      commands.push(command);
      if (command === last) return socket.end("* BYE see you later\r\n");
      const isRefused =
        command === refused ||
        (args.includes("BODY.PEEK[]") && isIn(args.split(" ")[0] ?? "", damaged)) ||
        (command === "LOGIN" && args !== `"${user}" "${password}"`) ||
        (command === "EXAMINE" && args !== "INBOX");
      const isUnknown = !["LOGIN", "LIST", "LSUB", "EXAMINE", "UID SEARCH", "UID FETCH", "LOGOUT"].includes(command);
      const result = isUnknown ? "BAD unknown" : isRefused ? "NO refused here" : "OK done";
      const lines = isRefused || isUnknown ? [] : answer(command, args);
      socket.write([...lines, `${tag} ${result}`, ""].join("\r\n"), "latin1");
      if (command === "LOGOUT") socket.end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    commands,
    /** Refuses this command from now on, instead of the one before. */
    refuse(command: string) {
      refused = command;
    },
    /** Refuses to return the mail with this UID, with its text, from now on. */
    damage(uid: number) {
      damaged = uid;
    },
    /** Ends connections at this command from now on, and says goodbye. */
    leave(command: string) {
      last = command;
    },
    receive: (source: string, receivedAt = new Date()) => void mails.push({ source, receivedAt }),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Whether a set like `1:3,7` contains the number. */
function isIn(set: string, number: number): boolean {
  return set.split(",").some((range) => {
    const [first = "", last = first] = range.split(":");
    return number >= Number(first) && number <= Number(last);
  });
}

function fetched({ source, receivedAt, uid }: StoredMail & { uid: number }, args: string): string {
  const [, day = "", month = "", year = "", time = ""] =
    /, (\d+) (\w+) (\d+) ([\d:]+)/.exec(receivedAt.toUTCString()) ?? [];
  const date = `INTERNALDATE "${day}-${month}-${year} ${time} +0000"`;
  const [, name = "", from, length] = /BODY\.PEEK\[([^\]]*)\](?:<(\d+)\.(\d+)>)?/.exec(args) ?? [];
  const isHeader = name.startsWith("HEADER");
  const body = isHeader ? headerOf(source, "content-type") : source.slice(Number(from), Number(from) + Number(length));
  const label = isHeader ? `BODY[${name}]` : `BODY[]<${from}>`;
  return `* ${uid} FETCH (UID ${uid} ${date} ${label} {${Buffer.byteLength(body, "latin1")}}\r\n${body})`;
}

function headerOf(source: string, name: string): string {
  const [head = ""] = source.split("\r\n\r\n");
  const lines = head.split(/\r\n(?![ \t])/).filter((line) => line.toLowerCase().startsWith(`${name}:`));
  return `${lines.join("\r\n")}\r\n\r\n`;
}
