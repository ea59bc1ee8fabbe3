// Names and habits (architecture.md §3, §5). What imports what is dependency-cruiser's business, which globals exist the runtime's own tsconfig's.
import tseslint from "typescript-eslint";

const noDefaultExport = {
  selector: "ExportDefaultDeclaration",
  message: "R12: named exports only, so that a thing has one name everywhere.",
};
const windowAgent = {
  selector: "MemberExpression[object.name='window'][property.name='agent']",
  message: "R10: only renderer/bridge/agent-client.ts reads window.agent; call the client.",
};
const emptyCatch = {
  selector: "CatchClause > BlockStatement[body.length=0]",
  message: "An empty catch hides a failure; handle it or say why in a value.",
};
const timeAndChance = [
  { selector: "Identifier[name='Date']", message: "R4: time comes from the Clock port." },
  { selector: "MemberExpression[object.name='Math'][property.name='random']", message: "R4: chance comes from a port." },
];

export default tseslint.config(
  { ignores: ["dist/", "release/", "test-results/", "node_modules/", "test/fixtures/"] },
  {
    files: ["**/*.ts", "**/*.tsx"],
    extends: [tseslint.configs.base],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ["*.config.ts", "renderer/vite.config.ts"] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "@typescript-eslint/no-floating-promises": ["error", { ignoreVoid: false }],
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/only-throw-error": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/no-unnecessary-type-assertion": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "prefer-const": "error",
      "no-var": "error",
      eqeqeq: "error",
      "no-restricted-syntax": ["error", noDefaultExport, windowAgent, emptyCatch],
    },
  },
  {
    files: ["electron/runtime/**/*.ts", "shared/**/*.ts"],
    rules: { "no-restricted-syntax": ["error", noDefaultExport, windowAgent, emptyCatch, ...timeAndChance] },
  },
  {
    files: ["renderer/bridge/agent-client.ts"],
    rules: { "no-restricted-syntax": ["error", noDefaultExport, emptyCatch] },
  },
  {
    files: ["*.config.ts", "renderer/vite.config.ts"],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { "no-restricted-syntax": "off" },
  },
);
