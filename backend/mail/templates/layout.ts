// The company's look in a mail: a dark green head with its name, plain text, one link, one code. The
// same parts make the HTML and the plain text, so neither says more than the other.

export interface Company {
  name: string
  phone: string
  email: string
  county: string
  town: string
}

export interface Words {
  subject: string
  html: string
  text: string
}

export interface MailParts {
  subject: string
  heading: string
  paragraphs: string[]
  link?: { label: string; href: string } | undefined
  code?: { introduction: string; digits: string } | undefined
  /** What to do if the mail was not expected. */
  closing: string
}

const green = '#0e3b26'

export function layout(parts: MailParts, company: Company): Words {
  return { subject: parts.subject, html: asHtml(parts, company), text: asText(parts, company) }
}

function asHtml(parts: MailParts, company: Company): string {
  const { subject, heading, paragraphs, link, code, closing } = parts
  const paragraph = (words: string) => `<p style="margin:0 0 16px">${escapeHtml(words)}</p>`
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;background:#f4f2ec;color:#1d2a22;font:16px/1.6 Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="background:${green};color:#ffffff;padding:20px 24px;font-size:18px;font-weight:bold">${escapeHtml(company.name)}</td></tr>
<tr><td style="background:#ffffff;padding:28px 24px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(heading)}</h1>
${paragraphs.map(paragraph).join('\n')}
${link ? linkHtml(link) : ''}
${code ? codeHtml(code) : ''}
${paragraph(closing)}
</td></tr>
<tr><td style="padding:16px 24px;color:#4a5a50;font-size:14px">${escapeHtml(company.name)}, ${escapeHtml(company.town)}, ${escapeHtml(company.county)}<br>${escapeHtml(company.phone)} · ${escapeHtml(company.email)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

function linkHtml({ label, href }: { label: string; href: string }): string {
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(href)}" style="display:inline-block;background:${green};color:#ffffff;padding:12px 20px;text-decoration:none;border-radius:6px">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:14px;word-break:break-all">${escapeHtml(href)}</p>`
}

function codeHtml({ introduction, digits }: { introduction: string; digits: string }): string {
  return `<p style="margin:0 0 8px">${escapeHtml(introduction)}</p>
<p style="margin:0 0 16px;font-size:28px;letter-spacing:4px;font-weight:bold">${escapeHtml(digits)}</p>`
}

function asText(parts: MailParts, company: Company): string {
  const { heading, paragraphs, link, code, closing } = parts
  const blocks = [
    heading,
    ...paragraphs,
    ...(link ? [`${link.label}:\n${link.href}`] : []),
    ...(code ? [`${code.introduction}\n${code.digits}`] : []),
    closing,
    `--\n${company.name}, ${company.town}, ${company.county}\n${company.phone} · ${company.email}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
