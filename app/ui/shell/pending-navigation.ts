import { useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";

/**
 * The navigation or form that runs without a reload, if any. When it ends with a reload, Remix leaves it pending, and
 * the browser may show the page again on Back, as it was left.
 */
export function usePendingNavigation() {
  const navigation = useNavigation();
  const [ended, setEnded] = useState<typeof navigation>();
  useEffect(() => {
    const end = ({ persisted }: PageTransitionEvent) => persisted && setEnded(navigation);
    addEventListener("pageshow", end);
    return () => removeEventListener("pageshow", end);
  }, [navigation]);
  return navigation.state === "idle" || navigation === ended ? undefined : navigation;
}
