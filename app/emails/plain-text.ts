import { type Block, type EmailContent, STOP_LABEL } from "./content";

const COLUMNS = 72;
const rule = "-".repeat(COLUMNS);

/** Wraps at 72 columns, except URLs and text written by a person. */
export function plainText(content: EmailContent): string {
  const parts = [
    ...(content.note ? [wrap(content.note)] : []),
    wrap(content.title),
    ...(content.greeting ? [wrap(content.greeting)] : []),
    ...content.blocks.map(block),
    "Amberkeep",
    wrap(content.closing),
    ...(content.unsubscribeUrl
      ? [`${wrap(`${content.unsubscribeLabel ?? STOP_LABEL}:`)}\n${content.unsubscribeUrl}`]
      : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

function block(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return wrap(block.text);
    case "button":
      return `${wrap(`${block.label}:`)}\n${block.url}`;
    case "facts":
      return block.facts.map((fact) => wrap(`${fact.label}: ${fact.value}`)).join("\n");
    case "code":
      return `    ${block.code}`;
    case "document":
      return block.lines;
    case "letter":
      return `${rule}\n\n${block.text}\n\n${rule}`;
  }
}

/** Breaks only between words, so URLs stay whole. */
function wrap(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/[ \t\n]+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word;
    if (line && [...longer].length > COLUMNS) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line].join("\n");
}
