import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../base/button";
import { Icon } from "../base/icons";
import { Level } from "./level";
import { clockTime, microphoneRefusal } from "./recording-words";
import { useHeldUntilDecided } from "./until-decided";
import { recordVoice, type Voice } from "./voice";

type State =
  | { name: "asking" | "recording" | "paused" }
  | { name: "heard" | "discarding"; file: File; src: string }
  | { name: "failed"; message: string };

export type RecorderProps = {
  form: HTMLFormElement | null;
  onKeep: (file: File) => void;
  onClose: () => void;
};

/** Records a voice: start, pause, stop, listen, and keep it or not. */
export function Recorder({ form, onKeep, onClose }: RecorderProps) {
  const [state, setState] = useState<State>({ name: "asking" });
  const voice = useRef<Voice>();
  const panel = useRef<HTMLElement>(null);

  useEffect(() => {
    let isOver = false;
    const heard = (file: File) => setState({ name: "heard", file, src: URL.createObjectURL(file) });
    recordVoice(heard).then(
      (begun) => {
        if (isOver) return begun.close();
        voice.current = begun;
        setState({ name: "recording" });
      },
      (error: unknown) => setState({ name: "failed", message: microphoneRefusal(error) }),
    );
    return () => {
      isOver = true;
      voice.current?.close();
    };
  }, []);

  const src = "src" in state ? state.src : undefined;
  useEffect(() => () => void (src && URL.revokeObjectURL(src)), [src]);

  const { name } = state;
  const isOpen = name !== "asking" && name !== "failed";
  const isHeld = useHeldUntilDecided(form, isOpen, () => panel.current?.querySelector("button")?.focus());
  // The button that was pressed is gone with each step: the next one that matters takes the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each step
  useEffect(() => panel.current?.querySelector("button")?.focus(), [name]);

  const pause = () => {
    voice.current?.pause();
    setState({ name: "paused" });
  };
  const resume = () => {
    voice.current?.resume();
    setState({ name: "recording" });
  };

  return (
    <section ref={panel} className="recorder" aria-label="Record your voice">
      <p role="status" className={isHeld || name === "failed" ? "field-error" : "recorder-says"}>
        {said(state, isHeld)}
      </p>
      {(name === "recording" || name === "paused") && (
        <>
          <Level of={() => voice.current?.level() ?? 0} />
          <Elapsed of={() => voice.current?.elapsed() ?? 0} />
        </>
      )}
      {"src" in state && (
        // biome-ignore lint/a11y/useMediaCaption: what has just been said has no captions
        <audio className="player" controls src={state.src} aria-label="Your recording" />
      )}
      <div className="actions">
        {name === "recording" && <Press onPress={pause}>Pause</Press>}
        {name === "paused" && <Press onPress={resume}>Go on</Press>}
        {(name === "recording" || name === "paused") && (
          <Press isMain onPress={() => voice.current?.stop()}>
            Stop
          </Press>
        )}
        {state.name === "heard" && (
          <>
            <Press isMain onPress={() => onKeep(state.file)}>
              Keep it
            </Press>
            <Press onPress={() => setState({ ...state, name: "discarding" })}>Discard it</Press>
          </>
        )}
        {state.name === "discarding" && (
          <>
            <Press onPress={() => setState({ ...state, name: "heard" })}>No, go back</Press>
            <Press onPress={onClose}>Yes, discard it</Press>
          </>
        )}
        {!isOpen && <Press onPress={onClose}>{name === "failed" ? "Close" : "Cancel"}</Press>}
      </div>
    </section>
  );
}

function said(state: State, isHeld: boolean): ReactNode {
  if (state.name === "failed") {
    return (
      <>
        <Icon name="alert" size={18} />
        <span>{state.message}</span>
      </>
    );
  }
  if (isHeld) return "Your recording is not part of the vault yet. Please finish it, and keep or discard it.";
  const words = {
    asking: "Your browser asks whether this page may use the microphone.",
    recording: "Recording. Speak as if they sat beside you.",
    paused: "Paused.",
    heard: "Listen to it, and keep it if you like it.",
    discarding: "Discard this recording? Nobody can bring it back.",
  };
  return words[state.name];
}

function Press({ onPress, isMain, children }: { onPress: () => void; isMain?: boolean; children: ReactNode }) {
  return (
    <Button type="button" variant={isMain ? "primary" : "secondary"} onClick={onPress}>
      {children}
    </Button>
  );
}

function Elapsed({ of }: { of: () => number }) {
  const [shown, setShown] = useState("0:00");
  useEffect(() => {
    const timer = setInterval(() => setShown(clockTime(of())), 200);
    return () => clearInterval(timer);
  });
  return (
    <p className="recorder-time" role="timer">
      {shown}
    </p>
  );
}
