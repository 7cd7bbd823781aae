export type TextPattern = { text: string; exact: boolean } | { source: string; flags: string };

/** One step of a locator, which narrows or replaces what the previous step found. */
export type FindStep =
  | { by: "css"; css: string }
  | { by: "role"; role: string; name?: TextPattern }
  | { by: "label"; name: TextPattern }
  | { by: "text"; text: TextPattern }
  | { by: "filter"; text: TextPattern }
  | { by: "nth"; index: number };

/**
 * Finds elements as Playwright's locators do. Runs in the page, so it uses nothing outside of itself; it knows the
 * roles and the ways to name an element that the app uses.
 */
export function findElements(steps: FindStep[]): Element[] {
  const selectors: Record<string, string> = {
    article: "article, [role=article]",
    button: "button, input[type=submit], input[type=button], [role=button]",
    complementary: "aside, [role=complementary]",
    heading: "h1, h2, h3, h4, h5, h6, [role=heading]",
    img: "img, [role=img]",
    link: "a[href], [role=link]",
    main: "main",
    navigation: "nav",
    radio: "input[type=radio]",
  };
  const plain = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });

  function matches(pattern: TextPattern, text: string): boolean {
    if ("source" in pattern) return new RegExp(pattern.source, pattern.flags).test(text);
    if (pattern.exact) return text === plain(pattern.text);
    return text.toLowerCase().includes(plain(pattern.text).toLowerCase());
  }

  function spokenText(node: Node): string {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element) || node.getAttribute("aria-hidden") === "true" || !isShown(node)) return "";
    const label = node.getAttribute("aria-label") ?? node.getAttribute("alt");
    if (label !== null) return label;
    const text = [...node.childNodes].map(spokenText).join("");
    return getComputedStyle(node).display === "inline" ? text : ` ${text} `;
  }

  function labels(element: Element): string[] {
    const ids = element.getAttribute("aria-labelledby");
    if (ids)
      return [
        plain(
          ids
            .split(" ")
            .map((id) => document.getElementById(id)?.textContent)
            .join(" "),
        ),
      ];
    const label = element.getAttribute("aria-label");
    if (label) return [plain(label)];
    return "labels" in element
      ? [...((element as HTMLInputElement).labels ?? [])].map((one) => plain(one.textContent))
      : [];
  }

  function accessibleName(element: Element): string {
    const [label] = labels(element);
    if (label) return label;
    if (element instanceof HTMLInputElement) return element.value;
    return plain(spokenText(element)) || plain(element.getAttribute("title"));
  }

  const elementText = (element: Element) =>
    plain(element instanceof HTMLInputElement ? element.value : element.textContent);

  function byText(root: ParentNode, pattern: TextPattern): Element[] {
    const fitting = [...root.querySelectorAll("body *:not(script, style, noscript)")].filter((element) => {
      const isField = element instanceof HTMLInputElement && !["submit", "button"].includes(element.type);
      return !isField && matches(pattern, elementText(element));
    });
    const all = new Set(fitting);
    for (const element of fitting) {
      for (let around = element.parentElement; around; around = around.parentElement) all.delete(around);
    }
    return [...all];
  }

  function inside(root: ParentNode, step: FindStep): Element[] {
    switch (step.by) {
      case "css":
        return [...root.querySelectorAll(step.css)];
      case "role": {
        const { role, name } = step;
        const all = [...root.querySelectorAll(selectors[role] ?? `[role=${role}]`)];
        return all.filter((one) => isShown(one) && (!name || matches(name, accessibleName(one))));
      }
      case "label":
        return [...root.querySelectorAll("*")].filter((one) => labels(one).some((label) => matches(step.name, label)));
      case "text":
        return byText(root, step.text);
      default:
        return [];
    }
  }

  let roots: ParentNode[] = [document];
  for (const step of steps) {
    const found = roots.filter((root) => root instanceof Element);
    if (step.by === "filter") roots = found.filter((element) => matches(step.text, plain(element.textContent)));
    else if (step.by === "nth") roots = found.slice(step.index).slice(0, 1);
    else roots = [...new Set(roots.flatMap((root) => inside(root, step)))];
  }
  const found = roots.filter((root) => root instanceof Element);
  // If several match, the visible one is meant.
  return [...found.filter(isShown), ...found.filter((element) => !isShown(element))];
}
