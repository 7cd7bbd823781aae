const encoder = new TextEncoder();

/**
 * A Response whose text is there already. The web server writes the text itself (`wholeText`); a stream is made of it
 * only for who asks for one. For a page that is the difference between a string and a dozen objects.
 */
export class WholeResponse extends Response {
  #text: string | undefined;
  #render: () => string;
  #stream: ReadableStream<Uint8Array<ArrayBuffer>> | undefined;

  /** `text` may be a function, called at most once, when the text is first needed. */
  constructor(text: string | (() => string), init?: ResponseInit) {
    super(null, init);
    this.#render = typeof text === "string" ? () => text : text;
  }

  wholeText(): string {
    this.#text ??= this.#render();
    return this.#text;
  }

  override get body(): ReadableStream<Uint8Array<ArrayBuffer>> {
    this.#stream ??= new ReadableStream({
      start: (controller) => {
        controller.enqueue(encoder.encode(this.wholeText()));
        controller.close();
      },
    });
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
