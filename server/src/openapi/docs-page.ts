/**
 * The page that shows the API's document. Its script and style come from the package of the
 * viewer, served by us: the policy of the site lets no other source in, and no inline script.
 */
export const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Bidyaloy API</title>
<link rel="icon" href="/api/docs/favicon-32x32.png">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/show.css">
</head>
<body>
<main id="api"></main>
<noscript><p>The document itself: <a href="/api/openapi.json">/api/openapi.json</a></p></noscript>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/show.js"></script>
</body>
</html>
`

/** What starts the viewer on that page, served as a file of its own. */
export const docsScript = `window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
})
`

/** The document has no links between answers; without their column the page fits a phone. */
export const docsStyle = `body { margin: 0 }
.swagger-ui .response-col_links { display: none }
.swagger-ui pre, .swagger-ui code { overflow-wrap: anywhere; white-space: pre-wrap }
.swagger-ui .tab, .swagger-ui .opblock-section-header { flex-wrap: wrap }
`

/** Files of the viewer's package that the page asks for, and their types. */
export const docsFiles: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}
