export { default as Figtree } from "../../public/fonts/figtree-latin-ext-wght-normal.woff2?inline";
export { default as Fraunces } from "../../public/fonts/fraunces-latin-ext-wght-normal.woff2?inline";
export { default as Literata } from "../../public/fonts/literata-latin-ext-wght-normal.woff2?inline";
