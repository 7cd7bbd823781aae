import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** The rules of docs and README about what may know what, read off the code with TypeScript's own parser. */

type Import = { from: string; target: string; isTypeOnly: boolean };
type File = { path: string; tree: ts.SourceFile; imports: Import[] };

const files: File[] = globSync("{app,bench,db,worker,scripts}/**/*.{ts,tsx,js,mjs}")
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => !/\.test\.tsx?$|\.d\.ts$|^db\/migrations\//.test(path))
  .sort()
  .map(parse);

function parse(path: string): File {
  const tree = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const imports: Import[] = [];
  const add = (specifier: ts.Node | undefined, isTypeOnly: boolean) => {
    if (specifier && ts.isStringLiteralLike(specifier)) {
      imports.push({ from: path, target: resolve(path, specifier.text), isTypeOnly });
    }
  };
  visit(tree, (node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnlyImport(node));
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false);
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
  });
  return { path, tree, imports };
}

function isTypeOnlyImport({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause) return false;
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const names = importClause.namedBindings;
  const areAllTypes = names && ts.isNamedImports(names) && names.elements.every((element) => element.isTypeOnly);
  return !importClause.name && areAllTypes === true;
}

function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node);
  ts.forEachChild(node, (child) => visit(child, look));
}

/** A file of ours as its path, a package as its name. */
function resolve(from: string, specifier: string): string {
  const bare = specifier.replace(/\?.*$/, "");
  const path = bare.startsWith("~db/")
    ? bare.replace("~db/", "db/")
    : bare.startsWith("~/")
      ? bare.replace("~/", "app/")
      : bare.startsWith(".")
        ? normalize(join(dirname(from), bare)).replaceAll("\\", "/")
        : undefined;
  if (!path) return specifier;
  const found = ["", ".ts", ".tsx", ".js", ".mjs"]
    .map((ending) => path + ending)
    .find((file) => /\.\w+$/.test(file) && existsSync(file));
  return found ?? path;
}

const LAYERS = {
  routes: /^app\/(routes\/|root\.tsx$|entry\.)/,
  shell: /^app\/ui\/shell\//,
  http: /^app\/http\//,
  server: /^app\/server\//,
  ui: /^app\/ui\//,
  domain: /^app\/domain\//,
  emails: /^app\/emails\//,
  sms: /^app\/sms\//,
  keepsake: /^app\/keepsake\//,
  services: /^app\/services\//,
  env: /^app\/env\.server\.ts$/,
  styles: /^app\/styles\//,
  db: /^db\//,
  worker: /^worker\//,
  scripts: /^scripts\//,
  bench: /^bench\//,
};
type Layer = keyof typeof LAYERS;

/** What each part may know besides itself. Arrows only go down. */
const MAY_KNOW: Record<Layer, Layer[]> = {
  routes: ["http", "shell", "server", "ui", "domain", "services", "env", "styles"],
  shell: ["http", "ui", "domain"],
  http: ["server", "domain", "services", "env"],
  server: ["domain", "services", "env"],
  ui: ["domain"],
  domain: ["services", "emails", "sms", "keepsake", "env", "db"],
  emails: [],
  sms: ["emails"],
  keepsake: [],
  services: ["env", "db"],
  env: [],
  styles: [],
  db: [],
  worker: ["domain", "services", "env"],
  scripts: ["server", "http", "ui", "domain", "services", "env", "db", "worker", "bench"],
  bench: ["scripts", "server", "http", "ui", "domain", "services", "env", "db", "worker"],
};

/** The rooms of app/domain from the bottom up. A room may import from lower floors, and from its own if that is no circle. */
const FLOORS = [
  ["outbox", "calendar", "codes"],
  ["vault", "account"],
  ["board", "legacy", "media", "seal", "share"],
  ["writing", "recipients"],
  ["address-health", "visitor-draft"],
  ["delivery", "maintenance"],
  ["access", "claim", "legacy-help"],
  ["reply", "keepsake"],
  ["overview"],
];

/** Types that name a shape, from where the shape is at home: nothing of these is left when the program runs. */
const TYPES_FROM_ABOVE: Record<string, string> = {
  "app/ui/shell/chrome.ts > app/root.tsx": "what the frame shows is what root's loader answers",
  "app/ui/shell/chrome.ts > app/ui/frame/chrome.ts": "the frame says what it needs to be drawn",
  "app/http/toast.server.ts > app/ui/frame/chrome.ts": "the frame says what a toast is",
  "app/ui/shell/toast.ts > app/ui/frame/chrome.ts": "the frame says what a toast is",
  "app/services/media-store/store.server.ts > app/domain/media/media.ts":
    "the domain says what kinds of files there are",
  "app/http/access/reading.server.ts > app/ui/reading/reading-page.tsx": "the page says what it needs to be drawn",
};

/** Who speaks to the database beside the domain and its services. */
const SQL_OUTSIDE: Record<string, string> = {
  "app/http/rate-limit.server.ts > app/services/db.server.ts":
    "the rate limiter's library keeps its counts in a table of its own; it needs the pool and no query of ours",
};

/** What guards a loader or an action: each throws, or sends away, whoever may not go on. */
const GUARDS = [
  "requireUser",
  "requireDevPages",
  "requireDelivery",
  "requireBackupRequest",
  "requireAccessByLink",
  "requireMailbox",
  "requireSubscription",
  "requireBoardInvitation",
  "requireContactInvitation",
  "requireHelperLink",
  "requireHelper",
  "requireWait",
  "requireAddressQuestion",
  "requireStillRightQuestion",
];

/** Loaders and actions that anybody may call, and why. */
const PUBLIC: Record<string, string> = {
  "app/routes/webhooks.twilio.tsx action": "the text service tells what became of a text; its signature decides",
  "app/routes/webhooks.mailgun.tsx action": "the mail service tells what became of a mail; its signature decides",
  "app/root.tsx loader": "the frame of every page; shows a signed-in person's own name and nothing else",
  "app/routes/$.tsx loader": "says 404, and leads from old addresses of the forms to them",
  "app/routes/_index.tsx loader": "the home page",
  "app/routes/auth.tsx loader": "the forms of those who are not signed in",
  "app/routes/auth.tsx action": "the forms of those who are not signed in",
  "app/routes/healthz.tsx loader": "says that the process answers",
  "app/routes/logout.tsx action": "whose session is over may log out, too",
  "app/routes/media.$id.tsx loader": "viewMedia decides, for accounts and for readers without one",
  "app/routes/s.$token.tsx loader": "whoever has the link of a share; canView decides whether it still shows anything",
  "app/routes/memories.$id_.photos.$photo.tsx loader": "viewVault decides, for accounts and for readers without one",
  "app/routes/memories.$id_.certificate.tsx loader": "viewVault decides, for accounts and for readers without one",
  "app/routes/memories.$id_.keepsake.tsx loader": "as above",
  "app/routes/activity.tsx loader": "shows a prompt to log in to whoever is not signed in, and nothing else",
  "app/routes/open.$link_.account.tsx loader": "a redirect to the link it belongs to",
  "app/routes/open.$link_.code.tsx loader": "a redirect to the link it belongs to",
  "app/routes/legacy.$link_.code.tsx loader": "as above",
  "app/routes/preferences.zoom.tsx loader": "a redirect to the home page",
  "app/routes/preferences.zoom.tsx action": "a setting of the browser",
  "app/routes/reach.$link.tsx loader": "thanks whoever has answered, and shows the rest only behind a signed link",
  "app/routes/readyz.tsx loader": "says that the database answers",
  "app/routes/sign-in.tsx loader": "a redirect to the login form",
  "app/routes/sign-up.tsx loader": "a redirect to the sign-up form",
  "app/routes/uploads.tsx action": "guests send files, too: they are whoever's cookie the browser has",
  "app/routes/uploads.$id.tsx loader": "as above; a file is shown to nobody but who sent it",
  "app/routes/uploads.$id_.content.tsx action": "as above",
  "app/routes/uploads.$id_.finish.tsx action": "as above",
  "app/routes/uploads.$id_.preview.tsx loader": "as above",
  "app/routes/uploads.$id_.remove.tsx action": "as above",
  "app/routes/create.tsx loader":
    "anybody may fill in a form; what is kept of it is the account's, or whoever's cookie the browser has",
  "app/routes/create.tsx action": "as above",
  "app/routes/create_.account.tsx loader": "asks a guest to create an account; shows what their own browser keeps",
  "app/routes/create_.date.tsx loader": "a redirect to the form",
  "app/routes/create_.date.tsx action":
    "a step of the form on its way back to it; a vault that is edited is shown to nobody else",
  "app/routes/create_.draft.tsx loader": "a redirect to the form",
  "app/routes/create_.draft.tsx action": "keeps the form for the account, or for the cookie that the browser has",
  "app/routes/create_.forget.tsx loader": "shows a draft to the browser that keeps it, and to no other",
  "app/routes/create_.forget.tsx action": "as above",
  "app/routes/[.]well-known.amberkeep[.]json.tsx loader": "the public keys of this installation",
  "app/routes/claim.tsx loader": "an empty form, or one with the code of a card that was scanned",
  "app/routes/claim.tsx action": "the code of a claim card decides",
  "app/routes/claim_.calendar.tsx loader": "a redirect to the form for the code of a claim card",
  "app/routes/claim_.calendar.tsx action": "the code of a claim card decides",
  "app/routes/join.$code_.qr[.]svg.tsx loader": "draws an address that the caller has given; asks nothing",
  "app/routes/verify.tsx action": "says of a certificate what holds, and nothing of a vault's content",
  "app/routes/verify-address_.resend.tsx loader": "a redirect to the dashboard, which asks who it is",
};

const layerOf = (path: string) => (Object.keys(LAYERS) as Layer[]).find((layer) => LAYERS[layer].test(path));
const arrow = ({ from, target }: Import) => `${from} > ${target}`;
const allImports = files.flatMap((file) => file.imports);
const importsIn = (...layers: Layer[]) =>
  allImports.filter(({ from }) => layers.some((layer) => LAYERS[layer].test(from)));
const isServerOnly = (target: string) => target.includes(".server") || target.startsWith("node:");

const roomOf = (path: string) => /^app\/domain\/([^/]+)\//.exec(path)?.[1];
const floorOf = (room: string) => FLOORS.findIndex((rooms) => rooms.includes(room));
const betweenRooms = () =>
  importsIn("domain").flatMap((one) => {
    const [from, to] = [roomOf(one.from), roomOf(one.target)];
    return from && to && from !== to ? [{ from, to, arrow: arrow(one) }] : [];
  });

describe("the arrows between the parts", () => {
  it("are read at all", () => {
    expect(files.length).toBeGreaterThan(100);
    expect(allImports.filter(({ target }) => layerOf(target)).length).toBeGreaterThan(300);
    const unresolved = allImports.filter(({ target }) => layerOf(target) && !existsSync(target));
    expect(unresolved.map(arrow)).toEqual([]);
  });

  it("only go down", () => {
    const upward = allImports.filter((one) => {
      const [from, to] = [layerOf(one.from), layerOf(one.target)];
      if (!from || !to || from === to || MAY_KNOW[from].includes(to)) return false;
      return !(one.isTypeOnly && TYPES_FROM_ABOVE[arrow(one)]);
    });
    expect(upward.map(arrow)).toEqual([]);
  });

  it("lead to the bench from its two commands only", () => {
    const commands = ["scripts/bench.ts", "scripts/faults.ts"];
    const users = allImports.filter(({ from, target }) => LAYERS.bench.test(target) && !LAYERS.bench.test(from));
    expect([...new Set(users.map(({ from }) => from))].sort()).toEqual(commands);
  });

  it("form no circle", () => {
    const next = new Map(
      files.map((file) => [file.path, file.imports.filter((one) => !one.isTypeOnly).map((one) => one.target)]),
    );
    const done = new Set<string>();
    const circles: string[] = [];
    const walk = (path: string, trail: string[]) => {
      if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(" > "));
      if (done.has(path) || trail.includes(path)) return;
      for (const target of next.get(path) ?? []) walk(target, [...trail, path]);
      done.add(path);
    };
    for (const path of next.keys()) walk(path, []);
    expect(circles).toEqual([]);
  });

  it("go down the floors of the domain, types included", () => {
    const rooms = new Set(files.flatMap(({ path }) => roomOf(path) ?? []));
    expect([...rooms].filter((room) => floorOf(room) < 0)).toEqual([]);
    expect(FLOORS.flat().filter((room) => !rooms.has(room))).toEqual([]);
    const upward = betweenRooms().filter(({ from, to }) => floorOf(to) > floorOf(from));
    expect(upward.map(({ arrow }) => arrow)).toEqual([]);
  });

  it("form no circle of rooms in the domain", () => {
    const all = betweenRooms();
    const reached = (room: string, seen = new Set<string>()): Set<string> => {
      for (const { from, to } of all) if (from === room && !seen.has(to)) reached(to, seen.add(to));
      return seen;
    };
    expect(FLOORS.flat().filter((room) => reached(room).has(room))).toEqual([]);
  });

  it("from components lead to files that are safe in a browser", () => {
    expect(
      importsIn("ui")
        .filter((one) => !one.isTypeOnly && isServerOnly(one.target))
        .map(arrow),
    ).toEqual([]);
  });

  it("from files without .server in their name lead to none that has it, but where Remix takes loaders out", () => {
    const offending = importsIn("shell", "http", "server", "ui", "domain", "emails", "services").filter(
      (one) => !one.isTypeOnly && !isServerOnly(one.from) && isServerOnly(one.target),
    );
    expect(offending.map(arrow)).toEqual([]);
  });

  it("have no exception that nobody needs any more", () => {
    const drawn = new Set(allImports.map(arrow));
    expect([...Object.keys(TYPES_FROM_ABOVE), ...Object.keys(SQL_OUTSIDE)].filter((one) => !drawn.has(one))).toEqual(
      [],
    );
  });
});

describe("what is outside this process", () => {
  it("is Remix only to routes, http, root and the entries", () => {
    const others = allImports.filter(
      (one) =>
        one.target.startsWith("@remix-run/") &&
        !/^app\/(routes|http|server|ui\/shell|root|entry)|^scripts\//.test(one.from),
    );
    expect(others.map(arrow)).toEqual([]);
  });

  it("is the database only to db, services and the domain", () => {
    const speaking = importsIn("routes", "shell", "http", "server", "ui", "emails", "worker").filter(
      (one) =>
        !one.isTypeOnly &&
        /^(drizzle-orm|mysql2|pg$|db\/|app\/services\/db\.server)/.test(one.target) &&
        !SQL_OUTSIDE[arrow(one)],
    );
    // Letting go of the pool at shutdown is no query.
    const endings = ["worker/index.ts > app/services/db.server.ts"];
    expect(speaking.map(arrow).filter((one) => !endings.includes(one))).toEqual([]);
  });

  it("is set in app/env.server.ts, and read nowhere else", () => {
    const reading = files
      .filter(({ path }) => /^(app|db|worker)\//.test(path) && path !== "app/env.server.ts")
      .filter(({ tree }) => {
        let found = false;
        visit(tree, (node) => {
          if (
            ts.isPropertyAccessExpression(node) &&
            node.name.text === "env" &&
            node.expression.getText() === "process"
          )
            found = true;
          if (ts.isImportDeclaration(node) && /process$/.test((node.moduleSpecifier as ts.StringLiteral).text))
            found = true;
        });
        return found;
      });
    expect(reading.map(({ path }) => path)).toEqual([]);
  });

  it("tells the time in one place", () => {
    const reading = files
      .filter(({ path }) => /^app\/domain\/.*\.server\.ts$/.test(path))
      .filter(({ tree }) => {
        let found = false;
        visit(tree, (node) => {
          if (ts.isNewExpression(node) && node.expression.getText() === "Date" && !node.arguments?.length) found = true;
          if (ts.isCallExpression(node) && node.expression.getText() === "Date.now") found = true;
        });
        return found;
      });
    expect(reading.map(({ path }) => path)).toEqual([]);
  });
});

describe("every loader and action", () => {
  const handlers = files.filter(({ path }) => LAYERS.routes.test(path)).flatMap(handlersOf);

  it("is found", () => {
    expect(handlers.filter(({ name }) => name.endsWith(" loader")).length).toBeGreaterThan(10);
    expect(handlers.filter(({ name }) => name.endsWith(" action")).length).toBeGreaterThan(5);
  });

  it("asks in its first line who is there, or stands on the list of public ones", () => {
    const open = handlers.filter(({ name, isGuarded }) => !isGuarded && !PUBLIC[name]);
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  it("that is public is there, and would not be guarded anyway", () => {
    const unguarded = handlers.filter(({ isGuarded }) => !isGuarded).map(({ name }) => name);
    expect(Object.keys(PUBLIC).filter((name) => !unguarded.includes(name))).toEqual([]);
  });

  it("under /dev is closed where people depend on the installation", () => {
    const guarded = handlers.filter(({ isGuarded }) => isGuarded).map(({ name }) => name);
    const pages = files.filter(({ path }) => path.startsWith("app/routes/dev."));
    expect(pages.length).toBeGreaterThan(0);
    expect(pages.filter(({ path }) => !guarded.includes(`${path} loader`)).map(({ path }) => path)).toEqual([]);
  });
});

/** The loader and the action that a route exports, and whether the first statement of each calls a guard. */
function handlersOf({ path, tree }: File): { name: string; isGuarded: boolean }[] {
  return tree.statements.flatMap((statement) => {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (ts.isExportDeclaration(statement) && /\b(loader|action)\b/.test(statement.getText())) {
      throw new Error(`${path} hands a loader or an action on; write it where this test can read it.`);
    }
    if (!isExported) return [];
    const named = ts.isFunctionDeclaration(statement)
      ? [{ name: statement.name?.text, body: statement.body }]
      : ts.isVariableStatement(statement)
        ? statement.declarationList.declarations.map(({ name, initializer }) => ({
            name: name.getText(),
            body: initializer,
          }))
        : [];
    return named
      .filter(({ name }) => name === "loader" || name === "action")
      .map(({ name, body }) => ({ name: `${path} ${name}`, isGuarded: body !== undefined && isGuarded(body) }));
  });
}

function isGuarded(body: ts.Node): boolean {
  const block = ts.isArrowFunction(body) ? body.body : body;
  const first = ts.isBlock(block) ? block.statements[0] : block;
  let found = false;
  if (first) {
    visit(first, (node) => {
      if (ts.isCallExpression(node) && GUARDS.includes(node.expression.getText())) found = true;
    });
  }
  return found;
}

describe("the name of a file", () => {
  const paths = [
    ...files.map(({ path }) => path),
    ...globSync("tests/**/*.{ts,tsx}"),
    ...globSync("{app,bench,db,worker}/**/*.test.{ts,tsx}"),
  ];

  it("is in kebab-case; a route's says its address", () => {
    const names = paths.map((path) => path.replaceAll("\\", "/"));
    const odd = names.filter((path) =>
      path.startsWith("app/routes/")
        ? !/^app\/routes\/[a-z0-9$._[\]-]+\.tsx?$/.test(path)
        : !/^([a-z0-9]+(-[a-z0-9]+)*\/)+[a-z0-9]+(-[a-z0-9]+)*(\.(server|client|test|config|spec|setup))*\.(tsx?|m?js)$/.test(
            path,
          ),
    );
    expect(odd).toEqual([]);
  });

  it("says what is in it: there is no utils, helpers, misc, common or manager", () => {
    const vague = /(^|[/.-])(utils?|helpers?|misc|common|shared|manager|lib)([/.-]|$)/;
    // A list of passwords that are common.
    expect(paths.filter((path) => vague.test(path) && path !== "app/domain/account/common-passwords.ts")).toEqual([]);
  });
});
