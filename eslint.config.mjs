// Plain scripts that share one global, `unladen`: pages are opened from disk, where modules are not.
const BROWSER = [
  "CSS", "DOMParser", "Event", "IntersectionObserver", "Path2D", "ResizeObserver", "URLSearchParams",
  "cancelAnimationFrame", "clearTimeout", "console", "devicePixelRatio", "document",
  "getComputedStyle", "history", "innerHeight", "innerWidth", "localStorage", "location",
  "matchMedia", "requestAnimationFrame", "setTimeout", "window",
];
const OURS = ["unladen", "uPlot", "d3", "flamegraph"];

export default [
  { ignores: ["**/vendor/**", "node_modules/**", ".venv/**", ".tox/**", ".asv/**"] },
  {
    files: ["unladen/**/static/*.js"],
    languageOptions: {
      ecmaVersion: 2022,
      sourceType: "script",
      globals: Object.fromEntries([...BROWSER, ...OURS].map((name) => [name, "readonly"])),
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "max-lines-per-function": ["error", {
        max: 40, skipBlankLines: false, skipComments: false, IIFEs: true,
      }],
      "max-lines": ["error", { max: 300 }],
      complexity: ["error", 12],
      "max-len": ["error", { code: 100, ignorePattern: "STATIC_CSP" }],
      "max-params": ["error", 5],
      "max-depth": ["error", 3],
      "no-undef": "error",
      "no-unused-vars": "error",
      "no-redeclare": "error",
      "no-dupe-keys": "error",
      "no-fallthrough": "error",
      "no-unreachable": "error",
      "no-implicit-globals": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-param-reassign": "error",
      "no-use-before-define": ["error", { functions: false, variables: false }],
      "no-var": "error",
      "prefer-const": "error",
      "array-callback-return": "error",
      eqeqeq: "error",
      strict: ["error", "global"],
    },
  },
];
