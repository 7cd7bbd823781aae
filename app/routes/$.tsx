/** Every address that leads nowhere; root's error boundary draws the page. */
export const loader = () => {
  throw new Response(null, { status: 404, statusText: "Not Found" });
};

export default function Nowhere() {
  return null;
}
