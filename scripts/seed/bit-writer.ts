/** Writes numbers bit by bit, the way the syntax tables of H.264 spell them. */
export class BitWriter {
  #bytes: number[] = [];
  #last = 0;
  #filled = 0;

  /** u(n): an unsigned number in so many bits. */
  bits(value: number, count: number): this {
    for (let bit = count - 1; bit >= 0; bit--) {
      this.#last = (this.#last << 1) | ((value >> bit) & 1);
      this.#filled++;
      if (this.#filled === 8) {
        this.#bytes.push(this.#last);
        this.#last = 0;
        this.#filled = 0;
      }
    }
    return this;
  }

  flag(on: boolean): this {
    return this.bits(on ? 1 : 0, 1);
  }

  /** ue(v), clause 9.1: as many zeros as the number has bits after its first, then the number plus one. */
  unsigned(value: number): this {
    const length = 32 - Math.clz32(value + 1);
    return this.bits(0, length - 1).bits(value + 1, length);
  }

  /** se(v), clause 9.1.1: 0, 1, -1, 2, -2 … are counted through and written as ue(v). */
  signed(value: number): this {
    return this.unsigned(value > 0 ? 2 * value - 1 : -2 * value);
  }

  /** Zero bits up to the next whole byte. */
  align(): this {
    return this.#filled === 0 ? this : this.bits(0, 8 - this.#filled);
  }

  /** Whole bytes, at a whole byte. */
  byte(value: number): this {
    this.#bytes.push(value);
    return this;
  }

  /** rbsp_trailing_bits(), clause 7.3.2.11: a one, then zeros to the end of the byte. */
  finish(): Buffer {
    this.bits(1, 1).align();
    return Buffer.from(this.#bytes);
  }
}
