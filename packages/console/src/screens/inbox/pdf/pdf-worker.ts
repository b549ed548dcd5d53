// First, so that it hears every warning.
import './report-left-out.ts'
import 'pdfjs-dist/build/pdf.worker.min.mjs'
