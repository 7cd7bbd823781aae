const encoder = new TextEncoder();

/** The web server writes `wholeText` without creating a stream, which is faster for pages; `body` still returns one. */
export class WholeResponse extends Response {
  #text: string | undefined;
  #render: () => string;
  #stream: ReadableStream<Uint8Array<ArrayBuffer>> | undefined;

  /** A function is called at most once. */
  constructor(text: string | (() => string), init?: ResponseInit) {
    super(null, init);
    this.#render = typeof text === "string" ? () => text : text;
  }

  wholeText(): string {
    this.#text ??= this.#render();
    return this.#text;
  }

  override get body(): ReadableStream<Uint8Array<ArrayBuffer>> {
    // Remix only asks whether there is a body.
    this.#stream ??= new ReadableStream(
      {
        pull: (controller) => {
          controller.enqueue(encoder.encode(this.wholeText()));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    return this.#stream;
  }

  override async text(): Promise<string> {
    return this.wholeText();
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return encoder.encode(this.wholeText()).buffer;
  }

  override async json(): Promise<unknown> {
    return JSON.parse(this.wholeText());
  }

  override clone(): WholeResponse {
    return new WholeResponse(() => this.wholeText(), this);
  }
}
