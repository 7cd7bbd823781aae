import href from "./file-rows.css?url";

let loading: Promise<unknown> | undefined;

/** Resolves when files can be shown, and also when their style sheet cannot be loaded. */
export function loadFileStyles(): Promise<unknown> {
  loading ??= new Promise((resolve) => {
    const link = { rel: "stylesheet", href, onload: resolve, onerror: resolve };
    document.head.append(Object.assign(document.createElement("link"), link));
  });
  return loading;
}
