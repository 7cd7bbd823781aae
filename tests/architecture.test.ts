import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** The rules of docs and README for imports, loaders and file names, checked with TypeScript's parser. */

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

/** Resolves a specifier to a path of the repository; packages stay as they are. */
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

/** What each layer may import besides itself. */
const MAY_IMPORT: Record<Layer, Layer[]> = {
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

/**
 * The folders of app/domain from the bottom up. A folder may import from lower floors, and from its own without cycles.
 */
const FLOORS = [
  ["outbox", "calendar", "codes", "clock"],
  ["vault", "account"],
  ["board", "legacy", "media", "newsletter", "seal", "share", "billing"],
  ["writing", "recipients"],
  ["address-health", "visitor-draft"],
  ["delivery", "maintenance"],
  ["access", "claim", "legacy-help"],
  ["reply", "keepsake"],
  ["overview", "data-export", "help", "promise"],
];

/** Imported as texts, and not run. */
const TEXTS_FROM_ABOVE: Record<string, string> = {
  "app/domain/keepsake/checking-files.ts > scripts/verify-certificate.mjs": "keepsakes contain the program",
};

/** Allowed imports of types from a higher layer. */
const TYPES_FROM_ABOVE: Record<string, string> = {
  "app/env.server.ts > app/domain/account/plans.ts": "the plans that need a variant are those of the domain",
  "app/ui/shell/chrome.ts > app/root.tsx": "the chrome is the data of root's loader",
  "app/ui/shell/chrome.ts > app/ui/frame/chrome.ts": "the frame defines its props",
  "app/http/toast.server.ts > app/ui/frame/chrome.ts": "the frame defines a toast",
  "app/ui/shell/toast.ts > app/ui/frame/chrome.ts": "the frame defines a toast",
  "app/services/media-store/store.server.ts > app/domain/media/media.ts": "the domain defines the kinds of files",
  "app/http/access/reading.server.ts > app/ui/reading/reading-page.tsx": "the page defines its props",
  "app/http/reply/unsent-reply.server.ts > app/ui/reply/conversation-page.tsx": "the page defines its props",
};

/** Allowed imports of the database outside the domain and the services. */
const SQL_OUTSIDE: Record<string, string> = {
  "app/http/rate-limit.server.ts > app/services/db.server.ts":
    "the rate limiter's library stores its counts in its own table and needs the pool",
};

/** Functions that guard a loader or action: each throws or redirects unless the caller is allowed. */
const GUARDS = [
  "requireUser",
  "requireRecentSignIn",
  "requireVerifiedSignIn",
  "callerOf",
  "requireSecondStep",
  "requireDevPages",
  "requireEmbeddedShop",
  "requireDelivery",
  "requireDeliveryOrReplaced",
  "requireReplacedLink",
  "requireBackupRequest",
  "requireAccessByLink",
  "requireMailbox",
  "requireSubscription",
  "requireStopLink",
  "requireBoardInvitation",
  "requireGuest",
  "requireGuestLink",
  "requireHost",
  "requireContactInvitation",
  "requireHelperLink",
  "requireHelperOrReplacedLink",
  "requireReplacedHelpLink",
  "requireHelper",
  "requireStoppableRequest",
  "requireProposedAddress",
  "requireAddressQuestion",
  "requireStillRightQuestion",
  "requireNewsletterLink",
];

/** Loaders and actions without a guard, with the reason. */
const PUBLIC: Record<string, string> = {
  "app/routes/webhooks.lemon-squeezy.tsx action": "the shop's webhook; verified by its signature",
  "app/routes/check-subscription.tsx loader": "answers 401 to visitors, in JSON",
  "app/routes/gift.$link.tsx loader": "for anyone with the signed link of a gift",
  "app/routes/webhooks.twilio.tsx action": "the SMS provider's webhook; verified by its signature",
  "app/routes/webhooks.mailgun.tsx action": "the mail provider's webhook; verified by its signature",
  "app/root.tsx loader": "the frame of every page; shows a signed-in user only their own name",
  "app/routes/$.tsx loader": "404s, and redirects from old URLs of the forms",
  "app/routes/_index.tsx loader": "the home page",
  "app/routes/how-it-works.tsx loader": "public",
  "app/routes/terms.tsx loader": "public",
  "app/routes/privacy.tsx loader": "public",
  "app/routes/robots[.]txt.tsx loader": "for crawlers",
  "app/routes/sitemap[.]xml.tsx loader": "for crawlers",
  "app/routes/[.]well-known.security[.]txt.tsx loader": "public",
  "app/routes/auth.tsx loader": "the forms of visitors",
  "app/routes/auth.tsx action": "the forms of visitors",
  "app/routes/auth_.passkey.tsx loader": "redirects to the login page",
  "app/routes/auth_.passkey.tsx action": "the passkey's signature is verified",
  "app/routes/auth_.passkey_.options.tsx loader": "redirects to the login page",
  "app/routes/auth_.passkey_.options.tsx action": "a random challenge, and no account",
  "app/routes/confirm-password_.passkey_.options.tsx loader": "redirects to the page that asks who it is",
  "app/routes/settings.sign-in_.passkeys_.options.tsx loader": "redirects to the page of passkeys",
  "app/routes/settings.sign-in_.passkeys_.remove.tsx loader": "as above",
  "app/routes/auth_.link.tsx loader": "shows the address that the mailed link logs in to",
  "app/routes/auth_.link.tsx action": "the link is the proof",
  "app/routes/auth_.code.tsx action": "enterCode requires the cookie of the first step",
  "app/routes/people.$id.tsx loader": "viewProfile checks access, with or without an account",
  "app/routes/restore-email.tsx loader": "shows the address that the link restores",
  "app/routes/restore-email.tsx action": "the link is the proof: its owner may have lost the account",
  "app/routes/healthz.tsx loader": "liveness check",
  "app/routes/logout.tsx action": "works without a session as well",
  "app/routes/media.$id.tsx loader": "viewMedia checks access, with or without an account",
  "app/routes/s.$token.tsx loader": "for anyone with the link of a share; canView checks that it is still valid",
  "app/routes/memories.$id_.photos.$photo.tsx loader": "viewVault checks access, with or without an account",
  "app/routes/memories.$id_.report.$post.tsx loader": "for readers of a board, with or without an account",
  "app/routes/memories.$id_.report.$post.tsx action": "for readers of a board, with or without an account",
  "app/routes/memories.$id_.certificate.tsx loader": "viewVault checks access, with or without an account",
  "app/routes/memories.$id_.keepsake.tsx loader": "as above",
  "app/routes/memories.$id_.replies.tsx action":
    "accessByAccount checks access; without a session it shows only what was typed, to send it again",
  "app/routes/activity.tsx loader": "shows visitors a login prompt only",
  "app/routes/open.$link_.account.tsx loader": "redirects to its link",
  "app/routes/open.$link_.code.tsx loader": "redirects to its link",
  "app/routes/open.$link_.close.tsx loader": "as above",
  "app/routes/legacy.$link_.code.tsx loader": "as above",
  "app/routes/legacy.$link_.close.tsx loader": "as above",
  "app/routes/preferences.zoom.tsx loader": "redirects to the home page",
  "app/routes/preferences.zoom.tsx action": "a setting of the browser",
  "app/routes/reach.$link.tsx loader": "shows a thank-you page, and everything else only with a signed link",
  "app/routes/readyz.tsx loader": "readiness check",
  "app/routes/sign-in.tsx loader": "redirects to the login form",
  "app/routes/sign-up.tsx loader": "redirects to the sign-up form",
  "app/routes/uploads.tsx action": "visitors upload too; files belong to the browser's cookie",
  "app/routes/uploads.$id.tsx loader": "as above; a file is shown to its uploader only",
  "app/routes/uploads.$id_.content.tsx action": "as above",
  "app/routes/uploads.$id_.finish.tsx action": "as above",
  "app/routes/uploads.$id_.preview.tsx loader": "as above",
  "app/routes/uploads.$id_.remove.tsx action": "as above",
  "app/routes/create.tsx loader":
    "visitors may fill in the form; drafts belong to the account or to the browser's cookie",
  "app/routes/create.tsx action": "as above",
  "app/routes/create_.account.tsx loader": "asks a visitor to sign up; shows the draft of their own browser",
  "app/routes/create_.date.tsx loader": "redirects to the form",
  "app/routes/create_.date.tsx action": "a step of the form; an edited vault is shown to its owner only",
  "app/routes/create_.draft.tsx loader": "redirects to the form",
  "app/routes/create_.draft.tsx action": "saves a draft for the account or for the browser's cookie",
  "app/routes/create_.rehearsal.tsx loader": "shows a draft to its own browser only",
  "app/routes/create_.rehearsal_.mail.tsx loader": "as above",
  "app/routes/create_.forget.tsx loader": "shows a draft to its own browser only",
  "app/routes/create_.forget.tsx action": "as above",
  "app/routes/[.]well-known.amberkeep[.]json.tsx loader": "the public keys of this installation",
  "app/routes/claim.tsx loader": "an empty form, or one with a scanned code",
  "app/routes/claim.tsx action": "checks the code of a claim card",
  "app/routes/claim_.calendar.tsx loader": "redirects to the form for the code of a claim card",
  "app/routes/claim_.calendar.tsx action": "checks the code of a claim card",
  "app/routes/join.$code_.qr[.]svg.tsx loader": "draws a URL from the request; reads no data",
  "app/routes/verify.tsx action": "verifies a certificate; shows nothing of a vault's content",
  "app/routes/help.tsx loader": "help texts, and the conversation of the browser's cookie",
  "app/routes/help.tsx action": "as above",
  "app/routes/help_.$article.tsx loader": "a help text",
  "app/routes/help_.stream.tsx loader": "redirects to the help page",
  "app/routes/help_.stream.tsx action": "answers from the help texts",
  "app/routes/help_.clear.tsx loader": "redirects to the help page",
  "app/routes/help_.clear.tsx action": "deletes the conversation of the browser's cookie",
  "app/routes/newsletter.tsx loader": "an empty form",
  "app/routes/newsletter.tsx action": "anyone may subscribe; a mail to the address has to be answered",
  "app/routes/contact.tsx loader": "an empty form",
  "app/routes/contact.tsx action": "anyone may write to the operator",
  "app/routes/promise.tsx loader": "figures of the installation, of no person",
  "app/routes/promise[.]json.tsx loader": "as above",
  "app/routes/verify-address_.resend.tsx loader": "redirects to the dashboard, which requires a login",
};

const layerOf = (path: string) => (Object.keys(LAYERS) as Layer[]).find((layer) => LAYERS[layer].test(path));
const describeImport = ({ from, target }: Import) => `${from} > ${target}`;
const allImports = files.flatMap((file) => file.imports);
const importsIn = (...layers: Layer[]) =>
  allImports.filter(({ from }) => layers.some((layer) => LAYERS[layer].test(from)));
const isServerOnly = (target: string) => target.includes(".server") || target.startsWith("node:");

const folderOf = (path: string) => /^app\/domain\/([^/]+)\//.exec(path)?.[1];
const floorOf = (folder: string) => FLOORS.findIndex((folders) => folders.includes(folder));
const importsBetweenFolders = () =>
  importsIn("domain").flatMap((one) => {
    const [from, to] = [folderOf(one.from), folderOf(one.target)];
    return from && to && from !== to ? [{ from, to, text: describeImport(one) }] : [];
  });

describe("imports", () => {
  it("are parsed", () => {
    expect(files.length).toBeGreaterThan(100);
    expect(allImports.filter(({ target }) => layerOf(target)).length).toBeGreaterThan(300);
    const unresolved = allImports.filter(({ target }) => layerOf(target) && !existsSync(target));
    expect(unresolved.map(describeImport)).toEqual([]);
  });

  it("follow the layers", () => {
    const upward = allImports.filter((one) => {
      const [from, to] = [layerOf(one.from), layerOf(one.target)];
      if (!from || !to || from === to || MAY_IMPORT[from].includes(to)) return false;
      return !(one.isTypeOnly && TYPES_FROM_ABOVE[describeImport(one)]) && !TEXTS_FROM_ABOVE[describeImport(one)];
    });
    expect(upward.map(describeImport)).toEqual([]);
  });

  it("reach the bench from its three commands only", () => {
    const commands = ["scripts/bench.ts", "scripts/cluster.ts", "scripts/faults.ts"];
    const users = allImports.filter(({ from, target }) => LAYERS.bench.test(target) && !LAYERS.bench.test(from));
    expect([...new Set(users.map(({ from }) => from))].sort()).toEqual(commands);
  });

  it("of what is built come from outside scripts/launch, whose changes cause no new build", () => {
    const entries = readFileSync("vite.config.ts", "utf8").matchAll(/path\("\.\/((?:scripts|worker)\/.+\.ts)"\)/g);
    const built = new Set(Array.from(entries, ([, entry = ""]) => entry));
    expect(built.size).toBeGreaterThan(10);
    for (const path of built)
      for (const { target } of files.find((file) => file.path === path)?.imports ?? []) built.add(target);
    expect([...built].filter((path) => path.startsWith("scripts/launch/"))).toEqual([]);
  });

  it("have no cycles between files", () => {
    const next = new Map(
      files.map((file) => [file.path, file.imports.filter((one) => !one.isTypeOnly).map((one) => one.target)]),
    );
    const done = new Set<string>();
    const cycles: string[] = [];
    const walk = (path: string, trail: string[]) => {
      if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(" > "));
      if (done.has(path) || trail.includes(path)) return;
      for (const target of next.get(path) ?? []) walk(target, [...trail, path]);
      done.add(path);
    };
    for (const path of next.keys()) walk(path, []);
    expect(cycles).toEqual([]);
  });

  it("follow the floors of the domain, types included", () => {
    const folders = new Set(files.flatMap(({ path }) => folderOf(path) ?? []));
    expect([...folders].filter((folder) => floorOf(folder) < 0)).toEqual([]);
    expect(FLOORS.flat().filter((folder) => !folders.has(folder))).toEqual([]);
    const upward = importsBetweenFolders().filter(({ from, to }) => floorOf(to) > floorOf(from));
    expect(upward.map(({ text }) => text)).toEqual([]);
  });

  it("have no cycles between folders of the domain", () => {
    const all = importsBetweenFolders();
    const reached = (folder: string, seen = new Set<string>()): Set<string> => {
      for (const { from, to } of all) if (from === folder && !seen.has(to)) reached(to, seen.add(to));
      return seen;
    };
    expect(FLOORS.flat().filter((folder) => reached(folder).has(folder))).toEqual([]);
  });

  it("of components are safe in a browser", () => {
    expect(
      importsIn("ui")
        .filter((one) => !one.isTypeOnly && isServerOnly(one.target))
        .map(describeImport),
    ).toEqual([]);
  });

  it("of .server files come from .server files only, except in routes, where Remix removes loaders", () => {
    const offending = importsIn("shell", "http", "server", "ui", "domain", "emails", "services").filter(
      (one) => !one.isTypeOnly && !isServerOnly(one.from) && isServerOnly(one.target),
    );
    expect(offending.map(describeImport)).toEqual([]);
  });

  it("have no unused exception", () => {
    const existing = new Set(allImports.map(describeImport));
    const exceptions = [TYPES_FROM_ABOVE, TEXTS_FROM_ABOVE, SQL_OUTSIDE].flatMap(Object.keys);
    expect(exceptions.filter((one) => !existing.has(one))).toEqual([]);
  });
});

describe("dependencies", () => {
  it("use Remix only in routes, http, server, ui/shell, root and the entries", () => {
    const others = allImports.filter(
      (one) =>
        one.target.startsWith("@remix-run/") &&
        !/^app\/(routes|http|server|ui\/shell|root|entry)|^scripts\//.test(one.from),
    );
    expect(others.map(describeImport)).toEqual([]);
  });

  it("use the database only in db, services and the domain", () => {
    const users = importsIn("routes", "shell", "http", "server", "ui", "emails", "worker").filter(
      (one) =>
        !one.isTypeOnly &&
        /^(drizzle-orm|mysql2|pg$|db\/|app\/services\/db\.server)/.test(one.target) &&
        !SQL_OUTSIDE[describeImport(one)],
    );
    // Closes the pool at shutdown.
    const allowed = ["worker/index.ts > app/services/db.server.ts"];
    expect(users.map(describeImport).filter((one) => !allowed.includes(one))).toEqual([]);
  });

  it("read process.env in app/env.server.ts only", () => {
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
          if (ts.isImportDeclaration(node) && /^(node:)?process$/.test((node.moduleSpecifier as ts.StringLiteral).text))
            found = true;
        });
        return found;
      });
    expect(reading.map(({ path }) => path)).toEqual([]);
  });

  it("take ids from app/services/id.server.ts and no random number from Math.random", () => {
    const predictable = files
      .filter(({ path }) => /^(app|db|worker)\//.test(path) && path !== "app/services/id.server.ts")
      .filter(({ tree }) => {
        let found = false;
        visit(tree, (node) => {
          if (ts.isImportSpecifier(node) && ["createId", "init"].includes((node.propertyName ?? node.name).text)) {
            const from = (node.parent.parent.parent as ts.ImportDeclaration).moduleSpecifier as ts.StringLiteral;
            if (from.text.includes("cuid2")) found = true;
          }
          if (ts.isNamespaceImport(node) && /cuid2/.test(node.parent.parent.getText())) found = true;
          if (ts.isPropertyAccessExpression(node) && /^(globalThis\.)?Math\.random$/.test(node.getText())) found = true;
        });
        return found;
      });
    expect(predictable.map(({ path }) => path)).toEqual([]);
  });

  it("use no part of Remix that scripts/build/trim-libraries.ts leaves out of the browser's build", () => {
    const cut = ["Await", "defer", "PrefetchPageLinks", "useAsyncValue", "useFetcher", "useFetchers"];
    const using = files.filter(({ tree }) => {
      let found = false;
      visit(tree, (node) => {
        if (ts.isImportSpecifier(node) && cut.includes((node.propertyName ?? node.name).text)) found = true;
      });
      return found;
    });
    expect(using.map(({ path }) => path)).toEqual([]);
  });

  it("log an error as it is, since the log describes it, and would lose the cause of what is described already", () => {
    const described = files.filter(({ tree }) => {
      let found = false;
      visit(tree, (node) => {
        const isErr = ts.isPropertyAssignment(node) && node.name.getText() === "err";
        if (isErr && node.initializer.getText().startsWith("describeError(")) found = true;
      });
      return found;
    });
    expect(described.map(({ path }) => path)).toEqual([]);
  });

  it("read the clock in one place", () => {
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

  it("is parsed", () => {
    expect(handlers.filter(({ name }) => name.endsWith(" loader")).length).toBeGreaterThan(10);
    expect(handlers.filter(({ name }) => name.endsWith(" action")).length).toBeGreaterThan(5);
  });

  it("calls a guard in its first line or is listed as public", () => {
    const open = handlers.filter(({ name, isGuarded }) => !isGuarded && !PUBLIC[name]);
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  it("listed as public exists and has no guard", () => {
    const unguarded = handlers.filter(({ isGuarded }) => !isGuarded).map(({ name }) => name);
    expect(Object.keys(PUBLIC).filter((name) => !unguarded.includes(name))).toEqual([]);
  });

  it("under /dev has a guard", () => {
    const guarded = handlers.filter(({ isGuarded }) => isGuarded).map(({ name }) => name);
    const pages = files.filter(({ path }) => path.startsWith("app/routes/dev."));
    expect(pages.length).toBeGreaterThan(0);
    expect(pages.filter(({ path }) => !guarded.includes(`${path} loader`)).map(({ path }) => path)).toEqual([]);
  });
});

describe("every page with fields and script", () => {
  const LIVE_FORM = "app/ui/base/live-form.ts";
  const valueImports = new Map(
    files.map(({ path, imports }) => [path, imports.flatMap((one) => (one.isTypeOnly ? [] : one.target))]),
  );
  const shows = (path: string, seen = new Set<string>()): boolean =>
    path === LIVE_FORM ||
    (valueImports.get(path) ?? []).some(
      (next) => !seen.has(next) && !isServerOnly(next) && shows(next, seen.add(next)),
    );
  const pages = files
    .filter(({ path }) => path.startsWith("app/routes/") && !path.startsWith("app/routes/dev."))
    .map(({ path, tree }) => ({ path, text: tree.text }))
    .filter(({ path, text }) => /^export default/m.test(text) && !/hydrate: false/.test(text) && shows(path));

  it("keeps a form that could not be sent", () => {
    expect(pages.length).toBeGreaterThan(15);
    const losing = pages.filter(({ text }) => !/\bclientAction\b/.test(text) || !/\bshouldRevalidate\b/.test(text));
    expect(losing.map(({ path }) => path)).toEqual([]);
  });
});

/** Returns the loader and action of a route, and whether their first statement calls a guard. */
function handlersOf({ path, tree }: File): { name: string; isGuarded: boolean }[] {
  return tree.statements.flatMap((statement) => {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (ts.isExportDeclaration(statement) && /\b(loader|action)\b/.test(statement.getText())) {
      throw new Error(`${path} re-exports a loader or an action, which this test cannot read.`);
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

  it("is in kebab-case; a route's is its path", () => {
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

  it("is specific: no utils, helpers, misc, common or manager", () => {
    const vague = /(^|[/.-])(utils?|helpers?|misc|common|shared|manager|lib)([/.-]|$)/;
    expect(paths.filter((path) => vague.test(path))).toEqual([]);
  });
});

/** Remix looks for these in several files. */
const NAMES_OF_REMIX = ["action", "default", "ErrorBoundary", "handle", "headers", "Layout", "links", "loader", "meta"];

describe("an exported name", () => {
  it("is exported by one file only", () => {
    const places = new Map<string, Set<string>>();
    for (const { path, tree } of files.filter(({ path }) => !path.startsWith("app/routes/"))) {
      for (const name of exportedNames(tree)) places.set(name, (places.get(name) ?? new Set()).add(path));
    }
    for (const name of NAMES_OF_REMIX) places.delete(name);
    expect(places.size).toBeGreaterThan(1_000);
    expect([...places].filter(([, paths]) => paths.size > 1).map(([name, paths]) => [name, ...paths])).toEqual([]);
  });
});

/** Names declared and exported there; not what is passed on from another file. */
function exportedNames(tree: ts.SourceFile): string[] {
  return tree.statements.flatMap((statement) => {
    const isExported = ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(isExportKeyword);
    if (!isExported) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
    const { name } = statement as ts.DeclarationStatement;
    return name && ts.isIdentifier(name) ? [name.text] : [];
  });
}

const isExportKeyword = ({ kind }: ts.ModifierLike) => kind === ts.SyntaxKind.ExportKeyword;
