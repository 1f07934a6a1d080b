// Two builds of one source tree: what the browser gets (dist/client) and what Node runs (dist/server).
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fonts } from '#tools/build/fonts.ts'
import { icons } from '#tools/build/icons.ts'
import { pictures } from '#tools/build/pictures.ts'
import { social } from '#tools/build/social.ts'

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '')
const isDeferred = process.env.DEFER_PICTURES === 'true'
const entry = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    tailwindcss(),
    fonts(),
    icons(root),
    pictures(root, { isDeferred }),
    social(root, { isDeferred }),
  ],
  publicDir: false,
  // One after the other: the pictures and fonts that the first build makes serve the second too.
  builder: { sharedPlugins: true, sharedConfigBuild: true },
  build: { emptyOutDir: true, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        assetsInlineLimit: 0,
        rollupOptions: {
          input: {
            admin: entry('admin/main.tsx'),
            browser: entry('site/hydration/browser.ts'),
            // Not imported by the script: what is loaded at a touch would load them again.
            site: entry('site/site.css'),
            // A file of its own: few visitors print, and every page carries its other styles.
            print: entry('site/styles/print.css'),
          },
        },
      },
    },
    server: {
      consumer: 'server',
      // Loading one file is several times faster than finding and loading some four hundred. PGlite,
      // argon2, bcrypt and subset-font bring binaries that lie beside their code.
      resolve: {
        noExternal: true,
        external: [
          '@electric-sql/pglite',
          '@node-rs/argon2',
          '@node-rs/bcrypt',
          'fontkit',
          'sharp',
          'subset-font',
        ],
      },
      // React asks for it each time, and with no answer takes its slow form for developers.
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      build: {
        outDir: 'dist/server',
        ssr: true,
        target: 'node20',
        minify: false,
        rollupOptions: {
          // Of the tests' packages, which are not there when the product is started.
          external: ['@playwright/test'],
          input: {
            main: entry('server/main.ts'),
            'database-worker': entry('backend/database/embedded/worker.ts'),
            'backup-worker': entry('backend/backups/worker.ts'),
            'picture-worker': entry('backend/files/pictures/picture-worker.ts'),
            backup: entry('tools/backup.ts'),
            bench: entry('tools/bench/bench.ts'),
            demo: entry('tools/demo/demo.ts'),
            firm: entry('tools/firm/firm.ts'),
            lookbook: entry('tools/lookbook/lookbook.ts'),
            healthcheck: entry('tools/healthcheck.ts'),
            'make-empty-database': entry('tools/make-empty-database.ts'),
            'make-pictures': entry('tools/make-pictures.ts'),
            restore: entry('tools/restore.ts'),
            'teach-judge': entry('tools/teach-judge/teach-judge.ts'),
            'ui-page': entry('tools/lookbook/ui-page.tsx'),
            testing: entry('tests/support/testing.ts'),
          },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
  },
}))
