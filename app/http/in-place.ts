import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";

/** Links inside `data-in-place` change a part of the page: the rest of it stays where the reader has it. */
export function useInPlace(): void {
  const navigate = useNavigate();

  useEffect(() => {
    function onClick(event: MouseEvent) {
      const link = (event.target as Element).closest<HTMLAnchorElement>("[data-in-place] a");
      if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      navigate(link.pathname + link.search, { preventScrollReset: true });
    }
    // Before the document's own listener, which would scroll to the top.
    document.addEventListener("click", onClick, true);
    return () => document.removeEventListener("click", onClick, true);
  }, [navigate]);
}
