/* Starts Swagger UI. It runs in the browser. */

/** Where the tab keeps the API key. Session storage ends with the tab, and no other tab can read it. */
const keyInTab = "usance-api-key";
/** The name of the key's security scheme in the OpenAPI document. */
const scheme = "apiKey";

/** Keeps the key for the tab after Authorize, and forgets it after Logout. */
const keepKey =
  (action, { authSelectors }) =>
  (payload) => {
    const result = action(payload);
    const key = authSelectors.authorized().getIn([scheme, "value"]);
    if (key === undefined) sessionStorage.removeItem(keyInTab);
    else sessionStorage.setItem(keyInTab, key);
    return result;
  };

/**
 * Leaves Idempotency-Key empty. Swagger UI fills in the example, so a second, different call with it would be refused
 * with 422.
 */
const emptyIdempotencyKey = (action) => (document) => {
  for (const { name, schema } of Object.values(document.components?.parameters ?? {})) {
    if (name === "Idempotency-Key") delete schema.example;
  }
  return action(document);
};

const dark = matchMedia("(prefers-color-scheme: dark)");
const followColorScheme = () =>
  document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", followColorScheme);
followColorScheme();

const ui = SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  plugins: [
    {
      statePlugins: {
        auth: { wrapActions: { authorize: keepKey, logout: keepKey } },
        spec: { wrapActions: { updateJsonSpec: emptyIdempotencyKey } },
      },
    },
  ],
  onComplete: () => {
    const key = sessionStorage.getItem(keyInTab);
    if (key !== null) ui.preauthorizeApiKey(scheme, key);
  },
});
