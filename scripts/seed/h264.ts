import { BitWriter } from "./bit-writer.ts";
import { type Coded, motionOf, type Prediction, predict, type Vector } from "./h264-prediction.ts";
import { newPicture, type Picture } from "./picture.ts";

/**
 * A small H.264 encoder (ISO/IEC 14496-10; clause numbers below are its own) for drawn pictures. It transforms nothing:
 * a macroblock is either foretold closely enough by one of the standard's predictions, or its samples stand in the
 * stream as they are. Constrained baseline, one slice a picture, no deblocking: what is decoded is what was drawn.
 */
export class H264Encoder {
  #decoded: Picture;
  #frame = 0;

  constructor(width: number, height: number) {
    this.#decoded = newPicture(width, height);
  }

  /** The next picture of the film. A key picture stands for itself; others may move blocks of the one before. */
  encode(picture: Picture, isKey: boolean, motions: Vector[]): Buffer {
    if (isKey) this.#frame = 0;
    const bits = new BitWriter();
    writeSliceHeader(bits, isKey, this.#frame);
    const before = isKey ? undefined : this.#decoded;
    this.#decoded = newPicture(picture.width, picture.height);
    writeSliceData(bits, { picture, decoded: this.#decoded, before, motions });
    this.#frame = (this.#frame + 1) % 16;
    return unit(isKey ? idr : nonIdr, bits.finish());
  }
}

const [nonIdr, idr, sps, pps] = [0x61, 0x65, 0x67, 0x68];

/** NAL unit, clause 7.3.1: a header, and a 3 wherever the content would look like a start code. */
function unit(header: number, content: Buffer): Buffer {
  const bytes = [header];
  let zeros = 0;
  for (const byte of content) {
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    bytes.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from(bytes);
}

/** Constrained baseline at level 3: all that the container repeats of it in `avcC`. */
export const profile = { idc: 66, constraints: 0b1100_0000, level: 30 };

/** Sequence parameter set, clause 7.3.2.1.1. */
export function sequenceParameters(width: number, height: number): Buffer {
  const bits = new BitWriter().bits(profile.idc, 8).bits(profile.constraints, 8).bits(profile.level, 8);
  bits.unsigned(0); // seq_parameter_set_id
  bits.unsigned(0); // log2_max_frame_num_minus4
  bits.unsigned(2); // pic_order_cnt_type: pictures are shown in the order they are decoded
  bits.unsigned(1).flag(false); // max_num_ref_frames, gaps_in_frame_num_value_allowed_flag
  bits.unsigned(width / 16 - 1).unsigned(height / 16 - 1);
  bits.flag(true).flag(true); // frame_mbs_only_flag, direct_8x8_inference_flag
  bits.flag(false); // frame_cropping_flag
  bits.flag(true); // vui_parameters_present_flag, annex E
  bits.flag(false).flag(false); // aspect_ratio_info_present_flag, overscan_info_present_flag
  bits.flag(true).bits(5, 3).flag(false); // video_signal_type: unspecified format, narrow range
  bits.flag(true).bits(1, 8).bits(1, 8).bits(1, 8); // colour_description: BT.709 throughout
  bits.flag(false).flag(false); // chroma_loc_info_present_flag, timing_info_present_flag
  bits.flag(false).flag(false).flag(false); // nal_hrd, vcl_hrd, pic_struct_present_flag
  bits.flag(true).flag(true); // bitstream_restriction_flag, motion_vectors_over_pic_boundaries_flag
  bits.unsigned(0).unsigned(0).unsigned(12).unsigned(12); // no bound on bytes and bits, longest vectors
  bits.unsigned(0).unsigned(1); // max_num_reorder_frames, max_dec_frame_buffering
  return unit(sps, bits.finish());
}

/** Picture parameter set, clause 7.3.2.2. */
export function pictureParameters(): Buffer {
  const bits = new BitWriter().unsigned(0).unsigned(0); // pic_parameter_set_id, seq_parameter_set_id
  bits.flag(false).flag(false); // entropy_coding_mode_flag: CAVLC, bottom_field_pic_order_in_frame_present_flag
  bits.unsigned(0); // num_slice_groups_minus1
  bits.unsigned(0).unsigned(0); // num_ref_idx_l0_default_active_minus1, …l1…
  bits.flag(false).bits(0, 2); // weighted_pred_flag, weighted_bipred_idc
  bits.signed(0).signed(0).signed(0); // pic_init_qp, pic_init_qs, chroma_qp_index_offset
  bits.flag(true); // deblocking_filter_control_present_flag
  bits.flag(false).flag(false); // constrained_intra_pred_flag, redundant_pic_cnt_present_flag
  return unit(pps, bits.finish());
}

/** Slice header, clause 7.3.3. */
function writeSliceHeader(bits: BitWriter, isKey: boolean, frame: number): void {
  bits.unsigned(0); // first_mb_in_slice
  bits.unsigned(isKey ? 7 : 5); // slice_type: all slices of the picture are I, or P
  bits.unsigned(0).bits(frame, 4); // pic_parameter_set_id, frame_num
  if (isKey)
    bits.unsigned(0); // idr_pic_id
  else bits.flag(false).flag(false); // num_ref_idx_active_override_flag, ref_pic_list_modification_flag_l0
  if (isKey)
    bits.flag(false).flag(false); // no_output_of_prior_pics_flag, long_term_reference_flag
  else bits.flag(false); // adaptive_ref_pic_marking_mode_flag
  bits.signed(0); // slice_qp_delta
  bits.unsigned(1); // disable_deblocking_filter_idc
}

type Slice = { picture: Picture; decoded: Picture; before?: Picture; motions: Vector[] };

/** Slice data, clause 7.3.4: every macroblock by the cheapest means that shows it rightly. */
function writeSliceData(bits: BitWriter, { picture, decoded, before, motions }: Slice): void {
  const across = picture.width / 16;
  const coded: Coded[] = [];
  const isInter = before !== undefined;
  let skipped = 0;

  for (let index = 0; index < across * (picture.height / 16); index++) {
    const [column, row] = [index % across, Math.floor(index / across)];
    const { usual, skip } = motionOf(coded, column, row, across);
    const ways: Prediction[] = isInter ? [skip, ...motions].map((by) => ({ kind: "moved", by })) : [];
    const intra: Prediction[] = [{ kind: "row" }, { kind: "column" }];
    const found = predict([...ways, ...intra], { picture, decoded, before, column, row });
    coded[index] = found ?? { kind: "samples" };

    if (found && found === ways[0]) {
      skipped++;
      continue;
    }
    if (isInter) bits.unsigned(skipped); // mb_skip_run
    skipped = 0;
    if (found?.kind === "moved") writeMoved(bits, found.by, usual);
    else if (found) writeExtended(bits, found.kind, isInter, besideSamples(coded, index, across));
    else writeSamples(bits, picture, isInter, column, row);
  }
  if (skipped > 0) bits.unsigned(skipped);
}

/** In a P slice the macroblock types of I slices come after the five of its own (table 7-13). */
const intraType = (type: number, isInter: boolean) => (isInter ? 5 : 0) + type;

/** P_L0_16x16 without a residual: a block of the picture before, as far away as `by`, in quarters of a sample. */
function writeMoved(bits: BitWriter, by: Vector, usual: Vector): void {
  bits.unsigned(0); // mb_type
  bits.signed(4 * (by.x - usual.x)).signed(4 * (by.y - usual.y)); // mvd_l0
  bits.unsigned(0); // coded_block_pattern 0 for inter, table 9-4
}

/** Intra_16x16 without a residual: the column to the left, or the row above, drawn on through the whole block. */
function writeExtended(bits: BitWriter, from: "row" | "column", isInter: boolean, afterSamples: boolean): void {
  const [lumaMode, chromaMode] = from === "row" ? [0, 2] : [1, 1];
  bits.unsigned(intraType(1 + lumaMode, isInter)); // mb_type, table 7-11
  bits.unsigned(chromaMode).signed(0); // intra_chroma_pred_mode, mb_qp_delta
  // coeff_token for "no coefficients" (table 9-5). An I_PCM neighbour counts as 16 of them, which picks the last column.
  if (afterSamples) bits.bits(0b000011, 6);
  else bits.bits(1, 1);
}

const besideSamples = (coded: Coded[], index: number, across: number) =>
  (index % across > 0 && coded[index - 1]?.kind === "samples") || coded[index - across]?.kind === "samples";

/** I_PCM, clause 7.3.5: the samples themselves. */
function writeSamples(bits: BitWriter, picture: Picture, isInter: boolean, column: number, row: number): void {
  bits.unsigned(intraType(25, isInter)).align(); // mb_type, pcm_alignment_zero_bit
  for (const { samples, width, block } of picture.planes) {
    for (let y = row * block; y < (row + 1) * block; y++) {
      const start = y * width + column * block;
      for (const sample of samples.subarray(start, start + block)) bits.byte(sample);
    }
  }
}
