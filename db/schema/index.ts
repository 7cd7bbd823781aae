export * from "./account";
export * from "./delivery";
export * from "./guest";
export * from "./installation";
export * from "./media";
export * from "./message";
export * from "./seal";
export * from "./vault";
