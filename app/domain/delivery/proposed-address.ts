export type { ProposalState } from "~db/schema/states";
