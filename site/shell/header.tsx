// The fixed header: dropdown menus on large screens, a slide-in menu on small ones. Both work without
// script.
import type { NavigationList } from '#content/navigation.ts'
import { emailLink } from '#schemas/email-link.ts'
import { paths, phoneLink } from '#schemas/paths.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { Stylesheet } from '../page-needs.tsx'
import type { SiteContext } from '../site-context.ts'
import { ChevronDown, Close, EmailIcon, MenuLines, PhoneIcon } from './icons.tsx'
import manyGroupsCss from './many-groups.css?inline'
import { Mark } from './mark.tsx'

const sideMenuId = 'menu'

export interface HeaderProps {
  site: SiteContext
  /** On the contact page its form, elsewhere that page. */
  quoteLink: string
}

export function Header({ site, quoteLink }: HeaderProps) {
  const {
    company,
    content: { headerLinks, headerMenus },
  } = site
  return (
    <header className="site-header">
      {headerMenus.length + headerLinks.length > 4 && <Stylesheet css={manyGroupsCss} />}
      <div className="wrap">
        <a className="brand" href={paths.home}>
          <Mark />
          {company.name}
        </a>
        <nav className="top-nav" aria-label="Services">
          {headerMenus.map((menu) => (
            <TopMenu key={menu.name} menu={menu} />
          ))}
          {headerLinks.map(({ name, path }) => (
            <a key={path} href={path}>
              {name}
            </a>
          ))}
        </nav>
        <div className="header-actions">
          <ButtonLink className="header-call" href={phoneLink(company.phone)}>
            <small>Call Us</small> {company.phone}
          </ButtonLink>
          <ButtonLink className="header-email" href={emailLink(company.email)}>
            <EmailIcon />
            <span>Email</span>
          </ButtonLink>
          <ButtonLink kind="quote" href={quoteLink}>
            Get a Quote
          </ButtonLink>
        </div>
        <a
          className="icon-button"
          href={phoneLink(company.phone)}
          aria-label={`Call ${company.phone}`}
        >
          <PhoneIcon />
        </a>
        <button className="icon-button" type="button" popoverTarget={sideMenuId} aria-label="Menu">
          <MenuLines />
        </button>
      </div>
      <SideMenu site={site} />
    </header>
  )
}

function TopMenu({ menu: { name, links } }: { menu: NavigationList }) {
  const isWide = links.length > 4
  return (
    <details name="top-menu">
      <summary>
        {name}
        <ChevronDown />
      </summary>
      <div className={isWide ? 'menu-panel menu-panel-wide' : 'menu-panel'}>
        {links.map((link) => (
          <a key={link.path} href={link.path}>
            {link.name}
            <small>{link.line}</small>
          </a>
        ))}
      </div>
    </details>
  )
}

function SideMenu({ site: { company, content } }: Pick<HeaderProps, 'site'>) {
  const { headerLinks, headerMenus } = content
  return (
    <dialog className="side-menu" id={sideMenuId} popover="auto" aria-label="Menu">
      <div className="flex justify-end">
        <button
          className="icon-button"
          type="button"
          popoverTarget={sideMenuId}
          popoverTargetAction="hide"
          aria-label="Close menu"
        >
          <Close />
        </button>
      </div>
      <nav aria-label="All services">
        <ul>
          {headerMenus.map((menu) => (
            <li key={menu.name}>
              <SideGroup menu={menu} />
            </li>
          ))}
          {headerLinks.map(({ name, path }) => (
            <li key={path}>
              <a href={path}>{name}</a>
            </li>
          ))}
          <li>
            <a href={paths.about}>About</a>
          </li>
          <li>
            <a href={paths.contact}>Contact</a>
          </li>
        </ul>
      </nav>
      <div className="mt-6 grid gap-3">
        {/* Not to the form of this page: without script the menu would stay open over it. */}
        <ButtonLink kind="quote" href={paths.contact}>
          Get a Quote
        </ButtonLink>
        <ButtonLink href={phoneLink(company.phone)}>Call {company.phone}</ButtonLink>
        <ButtonLink href={emailLink(company.email)}>Email</ButtonLink>
      </div>
    </dialog>
  )
}

function SideGroup({ menu: { name, links } }: { menu: NavigationList }) {
  return (
    <details>
      <summary>
        {name}
        <ChevronDown />
      </summary>
      <ul>
        {links.map((link) => (
          <li key={link.path}>
            <a href={link.path}>{link.name}</a>
          </li>
        ))}
      </ul>
    </details>
  )
}
