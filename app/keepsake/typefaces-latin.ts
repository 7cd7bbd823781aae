export { default as Figtree } from "../../public/fonts/figtree-latin-wght-normal.woff2?inline";
export { default as Fraunces } from "../../public/fonts/fraunces-latin-wght-normal.woff2?inline";
export { default as Literata } from "../../public/fonts/literata-latin-wght-normal.woff2?inline";
