domain("d", entity="particle", edge="edge")
mass = concept("scalar", "M", "entity")
weight = concept("scalar", "ML/T2", "")
goals(point="mass")
