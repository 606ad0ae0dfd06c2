"""The screens of the roadside: Abordagem, Infração, Dados, Revisão. They hold no rule."""
