// The commands that only a window can carry out (protocol.md §1): choosing files and folders, recent files, opening a link outside, drafts.
import type { z } from "zod";
import type { RpcRequest, RpcResponse, WindowCommandMethod } from "../../shared/protocol/command";
import { windowCommands } from "../../shared/protocol/command";
import { rpcError, rpcErrorFrom } from "../ipc/rpc-error";
import { CommandRefused } from "../runtime/errors";
import { outsideLink } from "./app-url";

/** The unsent texts, by thread id or `new`. */
export interface Drafts {
  read(): Promise<Record<string, string>>;
  write(key: string, text: string): Promise<void>;
}

/** The rollouts that were opened by path, newest first. */
export interface Recent {
  read(): Promise<readonly string[]>;
  add(path: string): Promise<void>;
}

export interface WindowCommandParts {
  /** The chosen folder, or null when the person thought better of it; the same for files. */
  chooseFolder: () => Promise<string | null>;
  chooseRollout: () => Promise<string | null>;
  chooseExport: (suggestedName: string) => Promise<string | null>;
  recent: Recent;
  openOutside: (link: string) => Promise<void>;
  drafts: Drafts;
}

/** Answers a window command; undefined for any other method. Params and result are validated; a failure is an error reply. */
export type WindowCommand = (request: RpcRequest) => Promise<RpcResponse> | undefined;

export function createWindowCommand(parts: WindowCommandParts): WindowCommand {
  const { chooseFolder, chooseRollout, chooseExport, recent, openOutside, drafts } = parts;
  const answers: Record<WindowCommandMethod, (request: RpcRequest) => Promise<RpcResponse>> = {
    "folder/choose": answered(windowCommands["folder/choose"], async () => ({ path: await chooseFolder() })),
    "file/choose": answered(windowCommands["file/choose"], async (wanted) => ({
      path: await (wanted.purpose === "openRollout" ? chooseRollout() : chooseExport(wanted.suggestedName)),
    })),
    "recent/read": answered(windowCommands["recent/read"], async () => ({ paths: [...(await recent.read())] })),
    "recent/add": answered(windowCommands["recent/add"], async ({ path }) => {
      await recent.add(path);
      return {};
    }),
    "link/open": answered(windowCommands["link/open"], async ({ url }) => {
      const link = outsideLink(url);
      if (link === null) throw new CommandRefused("invalidParams", "only http, https and mailto links are opened");
      await openOutside(link);
      return {};
    }),
    "draft/read": answered(windowCommands["draft/read"], async () => ({ drafts: await drafts.read() })),
    "draft/write": answered(windowCommands["draft/write"], async ({ key, text }) => {
      await drafts.write(key, text);
      return {};
    }),
  };
  return (request) => (isWindowCommand(request.method) ? answers[request.method](request) : undefined);
}

interface CommandSchema<Params, Result> {
  params: z.ZodType<Params>;
  result: z.ZodType<Result>;
}

function answered<Params, Result>(schema: CommandSchema<Params, Result>, act: (params: Params) => Promise<Result>) {
  return async ({ id, method, params }: RpcRequest): Promise<RpcResponse> => {
    try {
      const result = schema.result.safeParse(await act(schema.params.parse(params ?? {})));
      return result.success ? { id, result: result.data } : rpcError(id, "internal", `${method}: ${result.error.message}`);
    } catch (error) {
      return rpcErrorFrom(id, error);
    }
  };
}

function isWindowCommand(method: string): method is WindowCommandMethod {
  return Object.hasOwn(windowCommands, method);
}
