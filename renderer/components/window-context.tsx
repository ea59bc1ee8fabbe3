// Hands the stores and the actions down; there is one of each per window.
import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { WindowActions } from "../actions/window-actions";
import type { UiState, WindowState } from "../state/window-state";

export interface WindowParts {
  readonly state: WindowState;
  readonly actions: WindowActions;
  readonly platform: string;
}

export const WindowContext = createContext<WindowParts | null>(null);

export function useWindow(): WindowParts {
  const parts = useContext(WindowContext);
  if (parts === null) throw new Error("useWindow needs a WindowContext above it");
  return parts;
}

export function useUi<Value>(select: (ui: UiState) => Value): Value {
  return useStore(useWindow().state.ui, select);
}
